// Imports a file as a draft of the writer.

import { Problem } from '../../errors.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import type { WriterActor } from '../actor.ts';
import type { Context } from '../operation.ts';
import { createDraft } from '../pieces/saving/save-piece.ts';
import { textOf } from './decode.ts';
import { fitted } from './fit-content.ts';
import type { FileKind, LeftOut } from './found-content.ts';
import { readFileText } from './read-file.ts';
import { refusal } from './refusal.ts';

const KINDS: { readonly [ending: string]: FileKind } = {
  md: 'markdown',
  markdown: 'markdown',
  txt: 'markdown',
  html: 'html',
  htm: 'html',
};

export const FILE_ENDINGS = Object.keys(KINDS).map((ending) => `.${ending}`);

interface Imported {
  readonly id: string;
  readonly leftOut: readonly LeftOut[];
}

export async function importFile(
  context: Context,
  actor: WriterActor,
  file: { name: string; bytes: Buffer } | null,
): Promise<Imported> {
  if (!file) throw refusal('Choose a file that is not empty.');
  const kind = kindOf(file.name);
  if (file.bytes.length > PIECE_LIMITS.importBytes) throw new Problem('file_too_large');
  const found = await readFileText({ kind, text: textOf(file.bytes) });
  const { content, leftOut } = fitted(found);
  const { id } = await createDraft(context, actor, content, { origin: 'imported' });
  return { id, leftOut };
}

function kindOf(name: string): FileKind {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
  if (kind) return kind;
  const endings = `${FILE_ENDINGS.slice(0, -1).join(', ')} or ${FILE_ENDINGS.at(-1)}`;
  throw refusal(`Choose a file that ends in ${endings}. ${ADVICE.get(ending) ?? OTHERWISE}`);
}

const WORD_PROCESSOR =
  'In your word processor, save the text as a web page (.html), and import that.';

const OTHERWISE = 'Save your text as one of these, and choose that file.';

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['doc', WORD_PROCESSOR],
  ['docx', WORD_PROCESSOR],
  ['odt', WORD_PROCESSOR],
  ['pages', WORD_PROCESSOR],
  ['rtf', WORD_PROCESSOR],
  ['pdf', 'A PDF contains pages, not text: import the document that it was made from.'],
  ['zip', 'Unpack it, and import the files in it one by one.'],
]);
