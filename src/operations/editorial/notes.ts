// Notes on a piece: people open, resolve and reopen them; people and API keys reply.

import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Problem } from '../../errors.ts';
import {
  followPassage,
  MOST_CONTEXT,
  placeAgain,
  placeInAnySpacing,
  placeOf,
  type Quote,
  quoteOf,
  type Span,
  singleSpaced,
} from '../../rendering/text/text-quotes.ts';
import { ReplyBody } from '../../schemas/editorial/editorial.ts';
import { EDITORIAL_LIMITS } from '../../schemas/editorial/editorial-limits.ts';
import { AnyText } from '../../schemas/text.ts';
import type { Store } from '../../store/store.ts';
import type { NoteReplyRow, NoteRow } from '../../store/tables/editorial.ts';
import type { PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { checkerOf, isUuid } from '../../validation.ts';
import type { Actor, WriterActor } from '../actor.ts';
import { type Context, timestamp } from '../operation.ts';
import { withPlainLineEnds } from '../pieces/content.ts';
import { announceNotes } from './events.ts';
import { isSeenBy, noteAuthorOn, personOn } from './note-authors.ts';

/** Versions through which the place of a note is followed. */
const VERSIONS_FOLLOWED = 50;

export interface NewNote {
  readonly pieceId: string;
  readonly body: string;
  /** The version that the page showed; null means the working copy. */
  readonly version: number | null;
  readonly words: MarkedWords | null;
}

interface MarkedWords extends Quote {
  /** The position of the words in UTF-16 units, if the page knows it. */
  readonly start?: number | null;
}

const checkBody = checkerOf(ReplyBody);

const checkWords = checkerOf(Type.Object({ exact: AnyText(EDITORIAL_LIMITS.quote) }));

export const saidIn = (body: unknown): string =>
  checkBody({ body: typeof body === 'string' ? withPlainLineEnds(body).trim() : body }).body;

export async function addNote(
  context: Context,
  actor: WriterActor,
  note: NewNote,
): Promise<NoteRow> {
  const body = saidIn(note.body);
  return context.store.transaction(async (store) => {
    const { piece, author } = await personOn(context, store, actor, note.pieceId);
    if ((await store.notes.count(piece.id)) >= EDITORIAL_LIMITS.notes)
      throw new Problem('many_notes');
    const working = await store.pieces.version(piece.id, piece.working_version);
    if (!working) throw new Problem('piece_not_found');
    const shown = await shownIn(store, piece, note.version, working);
    const at = timestamp(context.now());
    const added = await store.notes.add({
      id: randomUUID(),
      piece_id: piece.id,
      version: shown.number,
      ...(await marked(store, note.words, shown, working)),
      body,
      author_kind: author.kind,
      author_name: author.name,
      author_id: author.id,
      created_at: at,
      resolved_at: null,
    });
    if (author.kind === 'writer') {
      const event = { notes: [{ ...added, replies: [] }], text: working.body_md, at };
      await announceNotes(context, store, piece, 'note.added', event);
    }
    return added;
  });
}

/** If the shown autosave was pruned meanwhile, the words are looked for in the working copy. */
async function shownIn(
  store: Store,
  piece: PieceRow,
  number: number | null,
  working: PieceVersionRow,
): Promise<PieceVersionRow> {
  const isOlder = number !== null && number < piece.working_version;
  return (isOlder && (await store.pieces.version(piece.id, number))) || working;
}

type Marked = Pick<NoteRow, 'exact' | 'prefix' | 'suffix' | 'start_at' | 'end_at'>;

const ABOUT_THE_WHOLE: Marked = {
  exact: null,
  prefix: null,
  suffix: null,
  start_at: null,
  end_at: null,
};

async function marked(
  store: Store,
  words: MarkedWords | null,
  shown: PieceVersionRow,
  working: PieceVersionRow,
): Promise<Marked> {
  const exact = withPlainLineEnds(words?.exact ?? '');
  if (words === null || exact.trim() === '') return ABOUT_THE_WHOLE;
  checkWords({ exact });
  // Forms send every line end as two characters.
  const prefix = withPlainLineEnds(words.prefix).slice(-MOST_CONTEXT);
  const suffix = withPlainLineEnds(words.suffix).slice(0, MOST_CONTEXT);
  const span = chosenSpan(shown.body_md, { ...words, exact, prefix, suffix });
  const quote = quoteOf(shown.body_md, span);
  const place = await placeNow(store, { span, quote }, shown, working);
  return { ...quote, start_at: place?.start ?? null, end_at: place?.end ?? null };
}

function chosenSpan(text: string, { start = null, ...words }: MarkedWords): Span {
  if (start !== null && text.startsWith(words.exact, start)) {
    return { start, end: start + words.exact.length };
  }
  // Words that occur only once are unambiguous without their context.
  const alone = { ...words, prefix: '', suffix: '' };
  const span =
    placeOf(text, words) ??
    placeOf(text, alone) ??
    placeInAnySpacing(text, words) ??
    placeInAnySpacing(text, alone);
  if (span) return span;
  const isThere = singleSpaced(text).words.includes(singleSpaced(words.exact.trim()).words);
  const reason = isThere
    ? 'Expected words that are in the text once, got words that are in it more than once.'
    : 'Expected words that are in the text, got words that are not.';
  const advice = isThere
    ? 'These words are in the text more than once. Include a few more words around them.'
    : 'These words are not in the saved text.';
  throw new Problem('invalid_input', { errors: [{ field: 'exact', reason, advice }] });
}

async function placeNow(
  store: Store,
  { span, quote }: { span: Span; quote: Quote },
  shown: PieceVersionRow,
  working: PieceVersionRow,
): Promise<Span | null> {
  const later = await store.versions.textsBetween(
    working.piece_id,
    shown.number,
    working.number,
    VERSIONS_FOLLOWED,
  );
  let place: Span | null = span;
  let text = shown.body_md;
  for (const { body_md } of later) {
    if (body_md === shown.body_md) place = span;
    else place = place ? followPassage(text, place, body_md) : placeAgain(text, quote, body_md);
    text = body_md;
  }
  return place;
}

/** Call `reply` in a transaction. */
export async function reply(
  context: Context,
  store: Store,
  actor: Actor,
  { pieceId, noteId, body }: { pieceId: string; noteId: string; body: string },
): Promise<NoteReplyRow> {
  const { piece, author } = await noteAuthorOn(context, store, actor, pieceId);
  const note = await noteOn(store, piece, noteId);
  if (!note || !isSeenBy(note, author)) throw new Problem('note_not_found');
  const { replies } = await store.notes.thread(note);
  if (replies.length >= EDITORIAL_LIMITS.replies) throw new Problem('many_replies');
  return store.notes.addReply({
    id: randomUUID(),
    piece_id: piece.id,
    note_number: note.number,
    body,
    by_kind: author.kind,
    by_name: author.name,
    by_id: author.id,
    created_at: timestamp(context.now()),
  });
}

export const replyAtDesk = (
  context: Context,
  actor: WriterActor,
  { pieceId, noteId, body }: { pieceId: string; noteId: string; body: string },
): Promise<NoteReplyRow> => {
  const said = saidIn(body);
  return context.store.transaction((store) =>
    reply(context, store, actor, { pieceId, noteId, body: said }),
  );
};

/** Throws for API keys, which can only reply. */
export async function resolveNote(
  context: Context,
  actor: Actor,
  { pieceId, noteId, isResolved }: { pieceId: string; noteId: string; isResolved: boolean },
): Promise<void> {
  if (actor.kind !== 'writer') throw new Problem('forbidden');
  await context.store.transaction(async (store) => {
    const { piece, author } = await personOn(context, store, actor, pieceId);
    const note = await noteOn(store, piece, noteId);
    if (!note || !isSeenBy(note, author)) throw new Problem('note_not_found');
    if ((note.resolved_at !== null) === isResolved) return;
    await store.notes.resolve(note, isResolved ? timestamp(context.now()) : null);
  });
}

const noteOn = async (store: Store, { id }: PieceRow, noteId: string) =>
  isUuid(noteId) ? store.notes.byId(id, noteId.toLowerCase()) : undefined;
