// Turns a piece's archive line into rows.

import { randomUUID } from 'node:crypto';
import type { MoveLine, PieceLine, VersionLine } from '../../schemas/archive.ts';
import { type Card, NO_CARDS } from '../../schemas/cards/cards.ts';
import { isProgram } from '../../schemas/vocabulary.ts';
import type { NewVersion } from '../../store/pieces/version-chain.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import { flag } from '../../store/tables/flag.ts';
import type { PieceMoveRow, PieceRow, PieceSlugRow } from '../../store/tables/pieces.ts';
import { timestamp } from '../operation.ts';
import { contentOf, isSameContent, isSameVersion } from '../pieces/content.ts';
import { conversationRows } from './conversation-lines.ts';
import { declaredColumns, declaredOf, prunedRows } from './record-lines.ts';
import { scheduleRow } from './schedule-lines.ts';

/** A placement has what only the database knows: the publisher, a free slug and a free position. */
export interface Placement {
  publisherId: string;
  slug: string;
  position: number;
}

export const isPublished = (line: PieceLine) =>
  line.status === 'approved' || line.published_at !== undefined;

/** The live version's content if the line is an approved piece; otherwise the line's own content. */
export const liveContent = (
  line: PieceLine,
): Pick<PieceLine, 'headline' | 'body_md'> & Pick<VersionLine, 'cards'> =>
  line.versions?.find(({ number }) => number === line.live_version) ?? line;

export const publishedAt = (line: PieceLine, now: Date) =>
  timestamp(line.published_at ?? line.created_at ?? now);

export function wholePiece(
  line: PieceLine,
  author: AuthorRow,
  placement: Placement | null,
  now: Date,
): WholePiece {
  const id = line.id?.toLowerCase() ?? randomUUID();
  const created = timestamp(line.created_at ?? line.published_at ?? now);
  const versions = versionRows(line, id, author, created);
  const working = versions.at(-1)?.number ?? 1;
  const status = line.status ?? 'draft';
  const live = status === 'approved' ? (line.live_version ?? working) : null;
  const published = placement ? publishedAt(line, now) : null;
  const piece: PieceRow = {
    id,
    author_id: author.id,
    status,
    slug: placement?.slug ?? takenSlug(line),
    working_version: working,
    live_version: live,
    created_at: created,
    updated_at: timestamp(line.updated_at ?? versions.at(-1)?.saved_at ?? created),
    published_at: published,
    modified_at: published && timestamp(line.modified_at ?? published),
    publisher_id: placement?.publisherId ?? null,
    position: placement?.position ?? null,
    trashed_at: momentOrNull(line.trashed_at),
    edited_at: versions.at(-1)?.saved_at ?? created,
    ...standingOf(versions, live),
    revision_asked_at: momentOrNull(line.revision_asked_at),
    provenance: declaredOf(line, working, now),
  };
  return {
    piece,
    versions,
    slugs: slugRows(line, piece),
    moves: moveRows(line, piece, author, now),
    ...prunedRows(line, id),
    ...conversationRows(line, id, versions.at(-1)?.body_md ?? ''),
    schedule: scheduleRow(line, piece, now),
  };
}

const momentOrNull = (given: string | undefined) => (given === undefined ? null : timestamp(given));

/** The slug of a piece that is not public: chosen beforehand, or left from when it was public. */
const takenSlug = ({ slug, slugs = [] }: PieceLine) =>
  slug !== undefined && slugs.some((each) => each.slug === slug) ? slug : null;

function standingOf(versions: readonly NewVersion[], live: number | null) {
  const working = versions.at(-1);
  const shown = versions.find(({ number }) => number === live);
  return {
    has_changes: flag(shown && working ? !isSameVersion(shown, working) : false),
    is_machine_draft: flag(isProgram(working?.saved_by_kind ?? '')),
  };
}

function versionRows(line: PieceLine, id: string, author: AuthorRow, at: string) {
  const versions = (line.versions ?? []).map((each) => versionRow(each, id));
  const last = versions.at(-1);
  const content = contentOf(line);
  if (last && isSameContent(last, content)) return versions;
  const imported: NewVersion = {
    ...content,
    piece_id: id,
    number: (last?.number ?? 0) + 1,
    saved_at: timestamp(line.updated_at ?? at),
    saved_by_kind: 'writer',
    saved_by_name: author.slug,
    saved_by_id: author.id,
    origin: 'imported',
    cards: NO_CARDS,
  };
  return [...versions, imported];
}

const versionRow = (line: VersionLine, id: string): NewVersion => ({
  ...contentOf(line),
  piece_id: id,
  number: line.number,
  saved_at: timestamp(line.saved_at),
  saved_by_kind: line.saved_by.kind,
  saved_by_name: line.saved_by.name,
  saved_by_id: line.saved_by.id ?? null,
  origin: line.origin,
  cards: line.cards ? JSON.stringify(line.cards.map(cardOf)) : NO_CARDS,
  hash: line.hash ?? null,
  previous_hash: line.previous_hash ?? null,
});

const cardOf = ({ url, title, author, text }: Card): Card => ({ url, title, author, text });

function slugRows({ slugs = [] }: PieceLine, piece: PieceRow): PieceSlugRow[] {
  const { id, author_id, slug, published_at } = piece;
  const history = slugs.map((each) => ({
    author_id,
    slug: each.slug,
    piece_id: id,
    since: timestamp(each.since),
  }));
  if (slug === null || history.some((each) => each.slug === slug)) return history;
  return [...history, { author_id, slug, piece_id: id, since: published_at ?? piece.created_at }];
}

function moveRows(line: PieceLine, piece: PieceRow, author: AuthorRow, now: Date): PieceMoveRow[] {
  const imported: MoveLine = {
    at: timestamp(now),
    act: 'import',
    from: null,
    to: piece.status,
    by: { kind: 'operator', name: author.slug },
  };
  return (line.moves ?? [imported]).map((move, at) => ({
    piece_id: piece.id,
    number: at + 1,
    at: timestamp(move.at),
    act: move.act,
    from_status: move.from,
    to_status: move.to,
    by_kind: move.by.kind,
    by_name: move.by.name,
    by_id: move.by.id ?? null,
    session_id: move.session ?? null,
    version: move.version ?? null,
    note: move.note ?? null,
    ...declaredColumns(move),
  }));
}
