// API schemas for editing together: reading a draft, revisions, proposals, notes and replies.

import { Type } from 'typebox';
import { ScheduledFor } from '../drafts.ts';
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

/** An enumeration typed as a plain string, because database rows have strings. */
const stored = (values: readonly string[]) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values] });

const Version = Type.Integer({
  description: 'The number of the working copy, which its ETag is made from.',
});

const WrittenBy = Type.Object(
  {
    kind: Type.String({ description: WHO }),
    name: Type.String({ description: WHOSE_NAME }),
    is_this_key: Type.Boolean({ description: 'Whether it is the key of this request.' }),
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
  external_url: NullableUri('Where the piece was first published, when elsewhere.'),
  image: NullablePieceImage,
  status: OneOf(STATUSES),
  version: Version,
  created_at: DateTime(),
  updated_at: DateTime('When it was last saved, published, moved to another state or asked for.'),
  written_by: WrittenBy,
  edit_url: Uri('Where the writer edits and publishes it.'),
  public_url: NullableUri('The page of the piece; null while it is not public.'),
  open_notes: Type.Integer({ description: "How many of the writer's notes are not resolved." }),
  revision_requested_at: NullableDateTime(
    'Since when the writer waits for a revision; null where they do not.',
  ),
  review_note: NullableString({
    description:
      'What a reviewer wrote when they rejected it or asked for changes, while it is in that state.',
  }),
  scheduled_for: ScheduledFor,
});

export const MyPieceResponse = Type.Object({ ok: Type.Literal(true), piece: MyPiece });

const proposalFields = {
  id: Uuid('The id of the proposal.'),
  status: OneOf(PROPOSAL_STATUSES),
  base_version: Type.Integer({ description: 'The version that it was made from.' }),
  proposed_at: DateTime(),
};

export const Proposal = Record('Proposal', proposalFields);

export const RevisePieceResponse = Record('RevisePieceResponse', {
  ok: Type.Literal(true),
  id: Uuid('The id of the piece.'),
  status: OneOf(STATUSES),
  version: Version,
  updated_at: DateTime(),
  edit_url: Uri('Where the writer edits and publishes it.'),
  proposal: NullableObject(
    proposalFields,
    'What the writer is asked to take; null where it is the working copy already.',
  ),
});

const selectorFields = {
  type: Type.Literal('TextQuoteSelector'),
  exact: Type.String({ description: 'The marked words, as `body_md` of the version has them.' }),
  prefix: Type.String({ description: 'What stands before them.' }),
  suffix: Type.String({ description: 'What stands after them.' }),
};

const placeFields = {
  start: Type.Integer({ description: 'In characters (Unicode code points) from the start.' }),
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
  version: Type.Integer({ description: 'The version that it was made on.' }),
  selector: NullableObject(
    selectorFields,
    'The words that it is on; null for a note about the whole.',
  ),
  place: NullableObject(
    placeFields,
    'Where the words are in `body_md` of the working copy; null where they are gone from it, and for a ' +
      'note about the whole.',
  ),
  body: Type.String(),
  by: Type.Object({ kind: OneOf(NOTE_AUTHORS), name: Type.String() }),
  created_at: DateTime(),
  resolved_at: NullableDateTime('When it was resolved; null while it is open.'),
  replies: Type.Array(NoteReply),
});

export const ReplyBody = Record('ReplyBody', {
  body: VisibleText(EDITORIAL_LIMITS.note, { description: 'What to reply, as plain text.' }),
});

export const ReplyResponse = Type.Object({ ok: Type.Literal(true), reply: NoteReply });
