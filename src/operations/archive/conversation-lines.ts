// Notes and proposals as fields of a piece's archive line, for export and import.

import type { NoteLine, PieceLine, ProposalLine, VersionLine } from '../../schemas/archive.ts';
import type { Thread } from '../../store/editorial/notes.ts';
import type { WholePiece } from '../../store/pieces/whole-piece.ts';
import type { NoteRow, ProposalRow } from '../../store/tables/editorial.ts';
import { takenChanges } from '../editorial/proposals.ts';
import { timestamp } from '../operation.ts';
import { archivedContent, contentOf } from '../pieces/content.ts';
import { byField } from './record-lines.ts';
import { refusal } from './refusals.ts';

type Fields<Line> = { [field in keyof Line]: unknown };

export const conversationFields = ({ proposals = [], notes = [] }: WholePiece) => ({
  ...(proposals.length > 0 && { proposals: proposals.map(proposalLine) }),
  ...(notes.length > 0 && { notes: notes.map(noteLine) }),
});

export const proposalLine = (row: ProposalRow): Fields<ProposalLine> => ({
  id: row.id,
  number: row.number,
  key: { id: row.key_id, name: row.key_name, ...(row.key_kind === 'app' && { kind: 'app' }) },
  base_version: row.base_version,
  proposed_at: row.proposed_at,
  status: row.status,
  ...(row.decided_at !== null && { decided_at: row.decided_at }),
  ...(row.taken_version !== null && { taken_version: row.taken_version }),
  ...(row.taken_changes !== '[]' && { taken_changes: takenChanges(row) }),
  ...(row.changes_total !== null && { changes_total: row.changes_total }),
  ...archivedContent(row),
});

export const noteLine = (note: Thread): Fields<NoteLine> => ({
  id: note.id,
  number: note.number,
  version: note.version,
  ...(note.exact !== null && {
    selector: { exact: note.exact, prefix: note.prefix, suffix: note.suffix },
  }),
  ...(note.start_at !== null && { start: note.start_at, end: note.end_at }),
  body: note.body,
  by: byField(note.author_kind, note.author_name, note.author_id),
  created_at: note.created_at,
  ...(note.resolved_at !== null && { resolved_at: note.resolved_at }),
  ...(note.replies.length > 0 && {
    replies: note.replies.map((reply) => ({
      id: reply.id,
      body: reply.body,
      by: byField(reply.by_kind, reply.by_name, reply.by_id),
      created_at: reply.created_at,
    })),
  }),
});

/** `text` must be the body of the working copy, in which the marked words are located. */
export const conversationRows = (
  { proposals = [], notes = [] }: PieceLine,
  pieceId: string,
  text: string,
): Pick<WholePiece, 'proposals' | 'notes'> => ({
  ...(proposals.length > 0 && { proposals: proposals.map((line) => proposalRow(line, pieceId)) }),
  ...(notes.length > 0 && { notes: notes.map((line) => threadOf(line, pieceId, text)) }),
});

function proposalRow(line: ProposalLine, pieceId: string): ProposalRow {
  const isOpen = line.status === 'open';
  const decided = line.decided_at ?? line.proposed_at;
  return {
    ...contentOf(line),
    id: line.id.toLowerCase(),
    piece_id: pieceId,
    number: line.number,
    key_id: line.key.id,
    key_kind: line.key.kind ?? 'key',
    key_name: line.key.name,
    base_version: line.base_version,
    proposed_at: timestamp(line.proposed_at),
    status: line.status,
    decided_at: isOpen ? null : timestamp(decided),
    taken_version: line.status === 'taken' ? (line.taken_version ?? null) : null,
    taken_changes: JSON.stringify(line.taken_changes ?? []),
    changes_total: line.changes_total ?? null,
  };
}

const threadOf = (line: NoteLine, pieceId: string, text: string): Thread => ({
  id: line.id.toLowerCase(),
  piece_id: pieceId,
  number: line.number,
  version: line.version,
  exact: line.selector?.exact ?? null,
  prefix: line.selector?.prefix ?? null,
  suffix: line.selector?.suffix ?? null,
  ...placeIn(line, text),
  body: line.body,
  author_kind: line.by.kind,
  author_name: line.by.name,
  author_id: line.by.id ?? null,
  created_at: timestamp(line.created_at),
  resolved_at: line.resolved_at === undefined ? null : timestamp(line.resolved_at),
  replies: (line.replies ?? []).map((reply, at) => ({
    piece_id: pieceId,
    note_number: line.number,
    number: at + 1,
    id: reply.id.toLowerCase(),
    body: reply.body,
    by_kind: reply.by.kind,
    by_name: reply.by.name,
    by_id: reply.by.id ?? null,
    created_at: timestamp(reply.created_at),
  })),
});

function placeIn(
  { selector, start, end }: NoteLine,
  text: string,
): Pick<NoteRow, 'start_at' | 'end_at'> {
  const isThere = selector && start !== undefined && text.slice(start, end) === selector.exact;
  return isThere && end !== undefined
    ? { start_at: start, end_at: end }
    : { start_at: null, end_at: null };
}

/** Refuses repeated numbers or ids, and references to versions that don't exist. */
export function refuseOddConversation({ notes = [], proposals = [], versions }: PieceLine): void {
  const known = versions?.map(({ number }: VersionLine) => number) ?? [1];
  const odd = (lines: readonly { id: string; number: number }[]) =>
    new Set(lines.map(({ id }) => id.toLowerCase())).size < lines.length ||
    lines.some(({ number }, at) => number <= (lines[at - 1]?.number ?? 0));
  if (odd(notes) || notes.some(({ version }: NoteLine) => !known.includes(version))) {
    throw refusal('notes', 'Expected notes in the order of their numbers, on versions that exist.');
  }
  if (
    odd(proposals) ||
    proposals.some((each: ProposalLine) => !known.includes(each.base_version))
  ) {
    throw refusal(
      'proposals',
      'Expected proposals in the order of their numbers, based on versions that exist.',
    );
  }
}
