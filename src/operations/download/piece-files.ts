// The files of a downloaded piece: Markdown with front matter, and its history.

import { cardsIn, NO_CARDS } from '../../schemas/cards/cards.ts';
import type { Thread } from '../../store/editorial/notes.ts';
import type { ProposalRow } from '../../store/tables/editorial.ts';
import type { PieceMoveRow, PieceRow, PieceVersionRow } from '../../store/tables/pieces.ts';
import { noteLine, proposalLine } from '../archive/conversation-lines.ts';
import { withFrontMatter } from '../file-import/front-matter.ts';
import { contentRecord } from '../pieces/content.ts';
import type { Urls } from '../urls.ts';

export const pieceFile = (
  piece: PieceRow,
  working: PieceVersionRow,
  { author, urls }: { readonly author: string; readonly urls: Urls },
) =>
  withFrontMatter(
    {
      ...frontMatterOf(working),
      id: piece.id,
      status: piece.status,
      slug: piece.slug,
      url: piece.slug === null ? null : urls.piecePage(author, piece.slug),
      edit_url: urls.edit(piece.id),
      created_at: piece.created_at,
      updated_at: piece.updated_at,
      published_at: piece.published_at,
      modified_at: piece.modified_at,
      version: piece.working_version,
      published_version: piece.live_version,
    },
    working.body_md,
  );

export const versionFile = (version: PieceVersionRow) =>
  withFrontMatter(
    {
      ...frontMatterOf(version),
      version: version.number,
      saved_at: version.saved_at,
      saved_by: version.saved_by_name,
      saved_by_kind: version.saved_by_kind,
      origin: version.origin,
    },
    version.body_md,
  );

const frontMatterOf = (version: PieceVersionRow) => {
  const { body_md: _, ...fields } = contentRecord(version);
  return version.cards === NO_CARDS ? fields : { ...fields, cards: cardsIn(version) };
};

export const historyFile = (moves: PieceMoveRow[]) =>
  jsonFile(
    moves.map(({ at, act, from_status, to_status, by_kind, by_name, version, note }) => ({
      at,
      act,
      from: from_status,
      to: to_status,
      by: { kind: by_kind, name: by_name },
      version,
      note,
    })),
  );

export interface PieceConversation {
  notes: Thread[];
  proposals: ProposalRow[];
}

export const conversationFile = ({ notes, proposals }: PieceConversation): string | null =>
  notes.length === 0 && proposals.length === 0
    ? null
    : jsonFile({ notes: notes.map(noteLine), proposals: proposals.map(proposalLine) });

export const jsonFile = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
