// API schemas for editing together: reading a draft, revisions, proposals, notes and replies.

import { Type } from 'typebox';
import { CONTENT_FIELD_NAMES } from '../content-fields.ts';
import { DeprecatedUrl, PublicUrl, ScheduledFor } from '../drafts.ts';
import { NullablePieceImage } from '../images/cover-fields.ts';
import {
  DateTime,
  NullableDateTime,
  NullableObject,
  NullableString,
  NullableUri,
  OneOf,
  Record,
  Uri,
  Uuid,
} from '../shapes.ts';
import { VisibleText } from '../text.ts';
import {
  CATEGORIES,
  FRAMES,
  NOTE_AUTHORS,
  PROPOSAL_STATUSES,
  REPLIERS,
  STATUSES,
  WHO,
  WHOSE_NAME,
} from '../vocabulary.ts';
import { EDITORIAL_LIMITS } from './editorial-limits.ts';
import { ProposalOutcome } from './proposal-outcome.ts';

/** An enumeration typed as a plain string, because database rows have strings. */
const stored = (values: readonly string[]) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values] });

const Version = Type.Integer({
  description: 'The version number of the working copy. The ETag is made from it.',
});

const WrittenBy = Type.Object(
  {
    kind: Type.String({ description: WHO }),
    name: Type.String({ description: WHOSE_NAME }),
    is_this_key: Type.Boolean({ description: 'Whether the key of this request saved it.' }),
  },
  { description: 'Who saved the working copy.' },
);

export const MyPiece = Record('MyPiece', {
  id: Uuid('The id of the piece.'),
  headline: Type.String(),
  sub: NullableString(),
  body_md: Type.String({ description: 'The body, in Markdown.' }),
  category: stored(CATEGORIES),
  tags: Type.Array(Type.String()),
  frame: stored(FRAMES),
  style: Type.String(),
  locale: Type.String(),
  external_url: NullableUri('Where the piece was first published, if elsewhere.'),
  image: NullablePieceImage,
  status: OneOf(STATUSES),
  version: Version,
  created_at: DateTime(),
  updated_at: DateTime(
    'When the piece was last saved, published or moved to another state, or a revision was requested.',
  ),
  written_by: WrittenBy,
  edit_url: Uri('Where the writer edits and publishes the piece.'),
  url: PublicUrl,
  public_url: DeprecatedUrl,
  open_notes: Type.Integer({
    description: "The number of the writer's notes that are not resolved.",
  }),
  revision_requested_at: NullableDateTime(
    'When the writer requested a revision; null if none is pending.',
  ),
  review_note: NullableString({
    description:
      'What the reviewer wrote when they rejected the piece or requested changes; null in other states.',
  }),
  scheduled_for: ScheduledFor,
  proposals: Type.Array(ProposalOutcome, {
    description:
      'What became of proposals: open ones first, then the newest others, ' +
      `${EDITORIAL_LIMITS.shownProposals} in all.`,
  }),
});

export const MyPieceResponse = Type.Object({ ok: Type.Literal(true), piece: MyPiece });

const proposalFields = {
  id: Uuid('The id of the proposal.'),
  status: OneOf(PROPOSAL_STATUSES),
  base_version: Type.Integer({ description: 'The version that the proposal is based on.' }),
  proposed_at: DateTime(),
};

export const Proposal = Record('Proposal', proposalFields);

const Empties = Type.Array(OneOf(CONTENT_FIELD_NAMES), {
  description:
    'Fields with a value in the working copy that the proposal would empty, or set to their default.',
});

export const RevisePieceResponse = Record('RevisePieceResponse', {
  ok: Type.Literal(true),
  id: Uuid('The id of the piece.'),
  status: OneOf(STATUSES),
  version: Version,
  updated_at: DateTime(),
  edit_url: Uri('Where the writer edits and publishes the piece.'),
  proposal: NullableObject(
    { ...proposalFields, empties: Empties },
    'The proposal for the writer to take or decline; null if the text was saved as the working copy.',
  ),
});

const selectorFields = {
  type: Type.Literal('TextQuoteSelector'),
  exact: Type.String({
    description: 'The marked words, as they are in `body_md` of that version.',
  }),
  prefix: Type.String({ description: 'The text before the marked words.' }),
  suffix: Type.String({ description: 'The text after the marked words.' }),
};

const placeFields = {
  start: Type.Integer({
    description: 'In characters (Unicode code points) from the start of the text.',
  }),
  end: Type.Integer(),
};

export const NoteReply = Record('NoteReply', {
  id: Uuid('The id of the reply.'),
  body: Type.String(),
  by: Type.Object({ kind: OneOf(REPLIERS), name: Type.String() }),
  created_at: DateTime(),
});

export const Note = Record('Note', {
  id: Uuid('The id of the note.'),
  version: Type.Integer({ description: 'The version that the note was written on.' }),
  selector: NullableObject(
    selectorFields,
    'The words that the note is about; null if it is about the whole piece.',
  ),
  place: NullableObject(
    placeFields,
    'Where the words are in `body_md` of the working copy; null if they are gone, or if the note is about the ' +
      'whole piece.',
  ),
  body: Type.String(),
  by: Type.Object({ kind: OneOf(NOTE_AUTHORS), name: Type.String() }),
  created_at: DateTime(),
  resolved_at: NullableDateTime('When the note was resolved; null while it is open.'),
  replies: Type.Array(NoteReply),
});

export const ReplyBody = Record('ReplyBody', {
  body: VisibleText(EDITORIAL_LIMITS.note, { description: 'The reply, as plain text.' }),
});

export const ReplyResponse = Type.Object({ ok: Type.Literal(true), reply: NoteReply });
