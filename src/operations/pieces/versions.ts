// Versions of a piece: listed, compared with each other or the program's draft, restored.

import { Problem } from '../../errors.ts';
import type { Part, Row } from '../../rendering/diff/text-diff.ts';
import type { WordChange } from '../../rendering/diff/word-changes.ts';
import { compare, compareWithMoved, countWords } from '../../rendering/on-thread/compare.ts';
import { wordsOf } from '../../rendering/text/words.ts';
import type { VersionNote } from '../../store/pieces/version-history.ts';
import type { PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import type { WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { contentIn } from './content.ts';
import { type DeskPiece, deskPiece } from './own-pieces.ts';
import { savePiece } from './saving/save-piece.ts';

const PAGE_SIZE = 50;
export const VERSION_CHOICES = 500;

export type Version = PieceVersionRow;
export type { VersionNote };

export interface ListedVersion extends VersionNote {
  words: number;
  change: WordChange | null;
  isLive: boolean;
  isWorking: boolean;
}

export interface VersionList extends DeskPiece {
  versions: ListedVersion[];
  hasMore: boolean;
  beforeToday: VersionNote | null;
}

export async function listVersions(
  context: Context,
  actor: WriterActor,
  id: string,
  below: number | null,
): Promise<VersionList> {
  const found = await deskPiece(context, actor, id);
  const { id: pieceId, live_version, working_version } = found.piece;
  const start = below ?? working_version + 1;
  const rows = await context.store.versions.page(pieceId, start, PAGE_SIZE + 1);
  const { changes } = await countWords(rows.map(wholeText));
  const { counts } = await countWords(rows.map(({ body_md }) => body_md));
  const versions = rows.slice(0, PAGE_SIZE).map(({ body_md: _, ...row }, at) => ({
    ...row,
    words: counts[at] ?? 0,
    change: changes[at] ?? null,
    isLive: row.number === live_version,
    isWorking: row.number === working_version,
  }));
  const today = `${timestamp(context.now()).slice(0, 10)}T00:00:00.000Z`;
  const beforeToday = (await context.store.versions.lastBefore(pieceId, today)) ?? null;
  return { ...found, versions, hasMore: rows.length > PAGE_SIZE, beforeToday };
}

const wholeText = ({ headline, sub, body_md }: PieceVersionRow) =>
  [headline, sub ?? '', body_md].join('\n');

export interface ComparedVersions extends DeskPiece {
  shown: PieceVersionRow;
  other: PieceVersionRow | null;
  choices: VersionNote[];
}

export async function compareVersions(
  context: Context,
  actor: WriterActor,
  id: string,
  number: number,
  chosen: number | null,
): Promise<ComparedVersions> {
  const found = await deskPiece(context, actor, id);
  const { versions, pieces } = context.store;
  const shown = await pieces.version(found.piece.id, number);
  const other =
    chosen === null
      ? ((await versions.page(found.piece.id, number, 1))[0] ?? laterThan(found, number))
      : await pieces.version(found.piece.id, chosen);
  if (!shown || (chosen !== null && !other)) throw new Problem('not_found');
  const choices = await versions.notes(found.piece.id, VERSION_CHOICES);
  return { ...found, shown, other: other ?? null, choices };
}

/** The first version has no earlier one, so it is compared with the working copy. */
const laterThan = ({ working }: DeskPiece, number: number) =>
  working.number === number ? undefined : working;

export async function restoreVersion(
  context: Context,
  actor: WriterActor,
  id: string,
  number: number,
  shownVersion: number,
): Promise<PieceRow> {
  const { piece } = await deskPiece(context, actor, id);
  const version = await context.store.pieces.version(piece.id, number);
  if (!version) throw new Problem('not_found');
  const content = contentIn(version);
  return savePiece(context, actor, piece.id, shownVersion, content, 'restored', version.cards);
}

export interface MachineDraft extends DeskPiece {
  machine: PieceVersionRow;
  changes: { headline: Row[]; sub: Row[]; body_md: Row[] };
  /** The percentage of the program's words that are still in the text. */
  keptPercent: number;
}

export async function machineDraft(
  context: Context,
  actor: WriterActor,
  id: string,
): Promise<MachineDraft> {
  const found = await deskPiece(context, actor, id);
  const machine = await context.store.versions.lastByKey(found.piece.id);
  if (!machine) throw new Problem('not_found');
  const { working } = found;
  const changes = {
    headline: await compare(machine.headline, working.headline),
    sub: await compare(machine.sub ?? '', working.sub ?? ''),
    body_md: await compareWithMoved(machine.body_md, working.body_md),
  };
  return { ...found, machine, changes, keptPercent: keptPercent(Object.values(changes).flat(2)) };
}

/** Rounds so that only exact values become 0 or 100. */
function keptPercent(parts: Part[]): number {
  const count = (kind: Part['kind']) =>
    wordsOf(
      parts
        .filter((part) => part.kind === kind)
        .map(({ text }) => text)
        .join('\n'),
    ).length;
  const [kept, lost] = [count('unchanged'), count('removed')];
  if (lost === 0) return 100;
  return kept === 0 ? 0 : Math.min(99, Math.max(1, Math.round((100 * kept) / (kept + lost))));
}
