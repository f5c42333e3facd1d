// Exports pieces as archive lines, with their versions, slugs and state transitions.

import type { MoveLine, VersionLine } from '../../schemas/archive.ts';
import { cardsIn, NO_CARDS } from '../../schemas/cards/cards.ts';
import type { PieceCursor } from '../../store/pieces/piece-export.ts';
import type { NewVersion } from '../../store/pieces/version-chain.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { Store } from '../../store/store.ts';
import type { AuthorRow } from '../../store/tables/authors.ts';
import type { PieceMoveRow } from '../../store/tables/pieces.ts';
import { archivedContent } from '../pieces/content.ts';
import { conversationFields } from './conversation-lines.ts';
import { byField, chainFields, declaredFields, prunedField } from './record-lines.ts';
import { scheduleField } from './schedule-lines.ts';

const PAGE = 200;

export async function* pieceLines(store: Store, only: AuthorRow | null): AsyncGenerator<object> {
  const slugs = new Map<string, string>();
  let after: PieceCursor | null = null;
  for (;;) {
    const page: WholePiece[] = await store.pieceExport.page(after, PAGE, only?.id ?? null);
    if (page.length === 0) return;
    await learnSlugs(store, slugs, page);
    for (const piece of page) yield pieceLine(piece, slugs);
    after = page.at(-1)?.piece ?? null;
  }
}

async function learnSlugs(store: Store, slugs: Map<string, string>, page: WholePiece[]) {
  const ids = page.flatMap(({ piece }) => [piece.author_id, piece.publisher_id ?? []].flat());
  const unknown = [...new Set(ids)].filter((id) => !slugs.has(id));
  for (const { id, slug } of await store.authors.byIds(unknown)) slugs.set(id, slug);
}

function pieceLine(whole: WholePiece, slugOf: Map<string, string>) {
  const { piece, versions, slugs, moves } = whole;
  const working = versions.find(({ number }) => number === piece.working_version);
  return {
    type: 'piece',
    id: piece.id,
    author: slugOf.get(piece.author_id),
    ...(working ? archivedContent(working) : {}),
    status: piece.status,
    created_at: piece.created_at,
    updated_at: piece.updated_at,
    ...(piece.published_at === null ? {} : { published_at: piece.published_at }),
    ...(piece.modified_at === null ? {} : { modified_at: piece.modified_at }),
    ...(piece.publisher_id === null ? {} : { publisher: slugOf.get(piece.publisher_id) }),
    ...(piece.slug === null ? {} : { slug: piece.slug }),
    slugs: slugs.map(({ slug, since }) => ({ slug, since })),
    versions: versions.map(versionLine),
    ...prunedField(whole),
    ...(piece.live_version === null ? {} : { live_version: piece.live_version }),
    ...(piece.provenance === null ? {} : { provenance: JSON.parse(piece.provenance) }),
    moves: moves.map(moveLine),
    ...conversationFields(whole),
    ...scheduleField(whole),
    ...(piece.revision_asked_at === null ? {} : { revision_asked_at: piece.revision_asked_at }),
    ...(piece.trashed_at === null ? {} : { trashed_at: piece.trashed_at }),
  };
}

const versionLine = (version: NewVersion): { [field in keyof VersionLine]: unknown } => ({
  number: version.number,
  saved_at: version.saved_at,
  saved_by: byField(version.saved_by_kind, version.saved_by_name, version.saved_by_id),
  origin: version.origin,
  ...archivedContent(version),
  ...(version.cards === NO_CARDS ? {} : { cards: cardsIn(version) }),
  ...chainFields(version),
});

const moveLine = (move: PieceMoveRow): { [field in keyof MoveLine]: unknown } => ({
  at: move.at,
  act: move.act,
  from: move.from_status,
  to: move.to_status,
  by: byField(move.by_kind, move.by_name, move.by_id),
  ...(move.version === null ? {} : { version: move.version }),
  ...(move.session_id === null ? {} : { session: move.session_id }),
  ...(move.note === null ? {} : { note: move.note }),
  ...declaredFields(move),
});
