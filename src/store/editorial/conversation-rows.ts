// Proposals and notes of whole pieces, for imports and exports.

import type { Database } from '../database/dialect.ts';
import { insertsOf } from '../database/inserts.ts';
import { rowsOfPieces } from '../database/rows-of-pieces.ts';
import type { WriteBatch } from '../database/write-batch.ts';
import type { ProposalRow } from '../tables/editorial.ts';
import type { Thread } from './notes.ts';

interface Discussed {
  proposals?: ProposalRow[];
  notes?: Thread[];
}

export function conversationInserts(db: Database, pieces: readonly Discussed[]): WriteBatch {
  const threads = pieces.flatMap(({ notes = [] }) => notes);
  const proposals = pieces.flatMap((piece) => piece.proposals ?? []);
  if (threads.length === 0 && proposals.length === 0) return [];
  return [
    ...insertsOf(db, 'piece_proposals', proposals),
    ...insertsOf(
      db,
      'piece_notes',
      threads.map(({ replies: _, ...note }) => note),
    ),
    ...insertsOf(
      db,
      'note_replies',
      threads.flatMap(({ replies }) => replies),
    ),
  ];
}

export async function conversationsOf(
  { slow }: Database,
  pieceIds: string[],
): Promise<Map<string, Required<Discussed>>> {
  const proposals = await rowsOfPieces(slow, 'piece_proposals', pieceIds);
  const notes = await rowsOfPieces(slow, 'piece_notes', pieceIds);
  const replies = await rowsOfPieces(slow, 'note_replies', pieceIds);
  const found = new Map<string, Required<Discussed>>();
  const of = (id: string) => {
    const known = found.get(id) ?? { proposals: [], notes: [] };
    found.set(id, known);
    return known;
  };
  for (const proposal of proposals) of(proposal.piece_id).proposals.push(proposal);
  const noteKey = (pieceId: string, number: number) => `${pieceId} ${number}`;
  const repliesOf = Map.groupBy(replies, (each) => noteKey(each.piece_id, each.note_number));
  for (const note of notes) {
    const own = repliesOf.get(noteKey(note.piece_id, note.number)) ?? [];
    of(note.piece_id).notes.push({ ...note, replies: own });
  }
  return found;
}
