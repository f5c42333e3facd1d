// Row types of editing together: proposals of API keys, notes on a piece, and replies.

import type { ContentValues } from '../../schemas/content-fields.ts';
import type { NoteAuthor, Program, ProposalStatus, Replier } from '../../schemas/vocabulary.ts';

export interface ProposalRow extends ContentValues {
  id: string;
  piece_id: string;
  number: number;
  key_id: string;
  key_kind: Program;
  key_name: string;
  base_version: number;
  proposed_at: string;
  status: ProposalStatus;
  decided_at: string | null;
  /** The version that the writer made from the proposal, or null. */
  taken_version: number | null;
  /** The changes that the writer has taken, as a JSON list of `TakenChange`. */
  taken_changes: string;
  /** The number of changes in the proposal; null until the first of them is taken. */
  changes_total: number | null;
}

export interface TakenChange {
  readonly id: string;
  /** The version that the writer made with the change. */
  readonly version: number;
}

export interface NoteRow {
  id: string;
  piece_id: string;
  number: number;
  version: number;
  /** The marked words, and the text before and after them; null for a note on the whole piece. */
  exact: string | null;
  prefix: string | null;
  suffix: string | null;
  /** The place of the words in the working copy; null if they are gone. */
  start_at: number | null;
  end_at: number | null;
  body: string;
  author_kind: NoteAuthor;
  author_name: string;
  author_id: string | null;
  created_at: string;
  resolved_at: string | null;
}

export interface NoteReplyRow {
  piece_id: string;
  note_number: number;
  number: number;
  id: string;
  body: string;
  by_kind: Replier;
  by_name: string;
  by_id: string | null;
  created_at: string;
}
