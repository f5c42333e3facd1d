// Tables of pieces: versions, slugs, the state log, previews, idempotency.

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
  /** The time when the working copy was saved. */
  edited_at: string;
  /** 1 if the working copy differs from the live version. */
  has_changes: Flag;
  /** 1 while the working copy is as a key left it. */
  is_machine_draft: Flag;
  /** The time since which the writer has waited for a program's revision, or null. */
  revision_asked_at: string | null;
  /** The declaration for the text that is public or about to be, as JSON, or null. */
  provenance: string | null;
}

/** A version without its text. */
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
  /** The cards of the text's URLs, as JSON: saved with the version, and never fetched again. */
  cards: string;
  /** Null for a version from before there were hashes, until the next version is saved. */
  hash: string | null;
  /** The hash of the version before, which may have been pruned; null for the first. */
  previous_hash: string | null;
}

/** The rest of a pruned autosave. */
export interface PrunedVersionRow extends SavedRow {
  content_hash: string;
  hash: string;
  previous_hash: string | null;
}

/** A card that a writer's editor fetched, until a version has it. */
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

/** The declaration and signature of a move; all fields are null for most moves. */
export interface DeclaredRow {
  declaration: Declaration | null;
  /** In percent; null if no program worked on the text. */
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

/** The time to publish a piece, with the version and the actor. */
export interface ScheduleRow {
  piece_id: string;
  state: ScheduleState;
  act: 'publish' | 'approve';
  due_at: string;
  /** The writer's time zone, in which the time is shown. */
  zone: string;
  version: number;
  /** The account that scheduled it; null while it is a wish. */
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
  /** The hash of the URL's token. */
  hash: string;
  /** The token is derived from the seed. */
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
  /** 1 once it is known that no text outside the trash names the image. */
  is_checked: Flag;
  /** Changes each time that the image is listed again. */
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
