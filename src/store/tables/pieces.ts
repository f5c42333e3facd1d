// Row types of pieces: versions, slugs, the log of state transitions, previews, idempotency.

import type { ContentValues } from '../../schemas/content-fields.ts';
import type { Cancellation, Declaration, ScheduleState, Status } from '../../schemas/vocabulary.ts';
import type { Flag } from './flag.ts';

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
  trashed_at: string | null;
  edited_at: string;
  has_changes: Flag;
  /** 1 if an API key saved the working copy and the writer has not changed it since. */
  is_machine_draft: Flag;
  /** The time since which the writer has been waiting for a program's revision, or null. */
  revision_asked_at: string | null;
  /** A JSON declaration of who wrote the text that is public or about to be, or null. */
  provenance: string | null;
}

export interface SavedRow {
  piece_id: string;
  number: number;
  saved_at: string;
  saved_by_kind: string;
  saved_by_name: string;
  saved_by_id: string | null;
  origin: string;
}

export interface PieceVersionRow extends ContentValues, SavedRow {
  /** Link cards of the text's URLs, as JSON. They are saved with the version and never fetched again. */
  cards: string;
  /** Null for a version from before hashes existed, until the next version is saved. */
  hash: string | null;
  /** The hash of the version before, which may have been pruned; null for the first version. */
  previous_hash: string | null;
}

/** The data that remains of a pruned autosave. */
export interface PrunedVersionRow extends SavedRow {
  content_hash: string;
  hash: string;
  previous_hash: string | null;
}

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

/** The declaration and signature of a state transition; most transitions have neither, so all fields are null. */
export interface DeclaredRow {
  declaration: Declaration | null;
  /** A percentage; null if no program worked on the text. */
  machine_share: number | null;
  version_hash: string | null;
  signed_with: string | null;
  signature: string | null;
  /** Of an entry that says that names were erased: the hash of the record without them. */
  erased_hash: string | null;
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

export interface ScheduleRow {
  piece_id: string;
  state: ScheduleState;
  act: 'publish' | 'approve';
  due_at: string;
  zone: string;
  version: number;
  /** The account that scheduled the piece; null while scheduling is only requested. */
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
  hash: string;
  /** The seed from which the token is derived. */
  seed: string;
  created_at: string;
}

export interface WorkingTextRow {
  piece_id: string;
  version: number;
  text: string;
}

export interface TrashedImageRow {
  hash: string;
  /** 1 once a search has found that no text outside the trash refers to the image. */
  is_checked: Flag;
  mark: string;
}

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
