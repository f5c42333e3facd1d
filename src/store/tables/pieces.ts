// Tables of pieces: versions, slugs, the state log, previews, idempotency.

import type { ContentValues } from '../../schemas/content-fields.ts';
import type { Cancellation, Declaration, ScheduleState, Status } from '../../schemas/vocabulary.ts';
import type { Flag } from '../flag.ts';

export interface PieceRow {
  id: string;
  author_id: string;
  status: Status;
  slug: string | null;
  working_version: number;
  live_version: number | null;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  modified_at: string | null;
  publisher_id: string | null;
  position: number | null;
  /** Since when it is in the trash; null where it isn't. */
  trashed_at: string | null;
  /** When the working copy was saved. */
  edited_at: string;
  /** 1 where the working copy says anything else than the live version. */
  has_changes: Flag;
  /** 1 while the working copy is as a key left it. */
  is_machine_draft: Flag;
  /** Since when the writer waits for a program to revise it; null where they don't. */
  revision_asked_at: string | null;
  /** What is declared of the text that is public or on its way there, as JSON; null where nothing was. */
  provenance: string | null;
}

export interface PieceVersionRow extends ContentValues {
  piece_id: string;
  number: number;
  saved_at: string;
  saved_by_kind: string;
  saved_by_name: string;
  saved_by_id: string | null;
  origin: string;
  /** The cards of URLs in its text, as JSON: part of what was saved, and never fetched again. */
  cards: string;
  /** Null until the next version is saved, where it was saved before there were hashes. */
  hash: string | null;
  /** Of the version before it, which may have been pruned; null for the first. */
  previous_hash: string | null;
}

/** What is left of a pruned autosave. */
export interface PrunedVersionRow {
  piece_id: string;
  number: number;
  saved_at: string;
  saved_by_kind: string;
  saved_by_name: string;
  saved_by_id: string | null;
  origin: string;
  content_hash: string;
  hash: string;
  previous_hash: string | null;
}

/** A card that a writer's editor asked for, until a version has it. */
export interface FetchedCardRow {
  account_id: string;
  url: string;
  card: string;
  fetched_at: string;
}

export interface PieceSlugRow {
  author_id: string;
  slug: string;
  piece_id: string;
  since: string;
}

/** What was declared with a move, and signed; all of it null for most moves. */
export interface DeclaredRow {
  declaration: Declaration | null;
  /** In percent; null where no program had a hand in the text. */
  machine_share: number | null;
  version_hash: string | null;
  /** The public key. */
  signed_with: string | null;
  signature: string | null;
}

export interface PieceMoveRow extends DeclaredRow {
  piece_id: string;
  number: number;
  at: string;
  act: string;
  from_status: string | null;
  to_status: Status;
  by_kind: string;
  by_name: string;
  by_id: string | null;
  session_id: string | null;
  version: number | null;
  note: string | null;
}

/** When a piece is to be published, in which version, and as whom. */
export interface ScheduleRow {
  piece_id: string;
  state: ScheduleState;
  act: 'publish' | 'approve';
  due_at: string;
  /** The writer's, in which the time is shown. */
  zone: string;
  version: number;
  /** Who pressed the button; null while it is a wish. */
  actor_id: string | null;
  session_id: string | null;
  declaration: Declaration | null;
  made_at: string;
  ended_at: string | null;
  cancelled_because: Cancellation | null;
  leased_by: string | null;
  leased_until: string | null;
}

export interface PiecePreviewRow {
  piece_id: string;
  /** Of the token in the URL. */
  hash: string;
  /** What the token is derived from. */
  seed: string;
  created_at: string;
}

/** A working copy as the desk's search reads it. */
export interface WorkingTextRow {
  piece_id: string;
  version: number;
  text: string;
}

/** An image that a piece in the trash names. */
export interface TrashedImageRow {
  hash: string;
  /** 1 once it is known that nothing outside the trash names it. */
  is_checked: Flag;
  /** Of the last time that it was put on the list. */
  mark: string;
}

/** An image that a key has uploaded. */
export interface KeyImageRow {
  hash: string;
  account_id: string;
  key_id: string;
  created_at: string;
}

export interface IdempotentAnswerRow {
  key_id: string;
  idempotency_key: string;
  body_hash: string;
  body: string;
  created_at: string;
}
