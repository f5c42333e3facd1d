// The writer's own tools: they read pieces at the desk, and leave drafts there. None of them publishes.

import { Type } from 'typebox';
import {
  checkListNotes,
  ListNotesInput,
  ListNotesOutput,
  listNotes,
  replyFrom,
  replyWithKey,
} from '../../../operations/editorial/api-notes.ts';
import { versionTag } from '../../../operations/editorial/if-match.ts';
import { ownPiece } from '../../../operations/editorial/own-piece.ts';
import { revisePiece } from '../../../operations/editorial/revise.ts';
import { whatWaits } from '../../../operations/editorial/waiting.ts';
import { contentFrom, submitDraft } from '../../../operations/pieces/api-drafts.ts';
import {
  checkListOwn,
  ListOwnInput,
  ListOwnOutput,
  listOwnPieces,
} from '../../../operations/pieces/api-list.ts';
import { checkChange } from '../../../operations/pieces/changed-content.ts';
import { urlsOf } from '../../../operations/urls.ts';
import { ChangePieceBody } from '../../../schemas/change-piece.ts';
import { CreatePieceBody, CreatePieceResponse } from '../../../schemas/drafts.ts';
import {
  MyPieceResponse,
  ReplyBody,
  ReplyResponse,
  RevisePieceResponse,
} from '../../../schemas/editorial/editorial.ts';
import { Waiting } from '../../../schemas/editorial/proposal-outcome.ts';
import { REQUEST_LIMITS } from '../../../schemas/requests/request-limits.ts';
import { Text } from '../../../schemas/text.ts';
import { checkerOf } from '../../../validation.ts';
import type { Tool } from '../tool.ts';
import { ownTool } from './own-tool.ts';

const PieceId = Type.String({ description: 'The id of the piece, from list_my_pieces.' });

const Once = Type.Optional(
  Text(REQUEST_LIMITS.idempotencyKey, {
    description: 'Any text that you choose. Repeating a call with the same key runs it once.',
  }),
);

const Message = Type.String({ description: 'The result, in words for the writer.' });

const DeskInput = Type.Object({});
const GetInput = Type.Object({ id: PieceId });
const CreateInput = Type.Object({ ...CreatePieceBody.properties, idempotency_key: Once });
const ReviseInput = Type.Object({
  id: PieceId,
  version: Type.Integer({
    minimum: 1,
    description: 'The version that you read with get_my_piece and are revising.',
  }),
  ...ChangePieceBody.properties,
  idempotency_key: Once,
});
const NotesInput = Type.Object({ id: PieceId, ...ListNotesInput.properties });
const ReplyInput = Type.Object({
  id: PieceId,
  note_id: Type.String({ description: 'The id of the note, from list_notes.' }),
  ...ReplyBody.properties,
  idempotency_key: Once,
});

const checkDesk = checkerOf(DeskInput);
const checkGet = checkerOf(GetInput);
// Content of a piece is normalised before it is checked, as in the API.
const checkCreate = checkerOf(Type.Pick(CreateInput, ['idempotency_key']));
const checkRevise = checkerOf(Type.Pick(ReviseInput, ['id', 'version', 'idempotency_key']));
const checkNotes = checkerOf(NotesInput);
const checkReply = checkerOf(Type.Pick(ReplyInput, ['id', 'note_id', 'idempotency_key']));

const said = (before: string, url: string) =>
  `${before} It is not public: only the writer can publish it, at their desk: ${url}`;

export const OWN_TOOLS: readonly Tool[] = [
  ownTool('list_my_pieces', {
    scope: 'pieces:read',
    title: 'List your own pieces',
    description:
      'Use this to see what the writer has at their desk: drafts, pieces in review and published pieces, newest ' +
      'first. Pass the id of a piece to get_my_piece for its text. For more, pass next_cursor as cursor.',
    input: ListOwnInput,
    check: checkListOwn,
    output: ListOwnOutput,
    run: (context, actor, input) => listOwnPieces(context, actor, input),
  }),
  ownTool('get_my_desk', {
    scope: 'pieces:read',
    title: 'See what waits for an answer',
    description:
      'Use this to see how much waits for an answer at the writer’s desk: their open notes, revisions that they ' +
      'have requested, and proposals that wait for them. get_my_piece has the details of a piece.',
    input: DeskInput,
    check: checkDesk,
    output: Type.Object({ ok: Type.Literal(true), waiting: Waiting }),
    run: async (context, actor) => ({ ok: true, waiting: await whatWaits(context, actor) }),
  }),
  ownTool('get_my_piece', {
    scope: 'pieces:read',
    title: 'Read a piece back',
    description:
      'Use this to read one of the writer’s own pieces in full, in any state, before you revise or discuss it. To ' +
      'revise it, pass version to revise_draft, with the fields that you change. proposals says what became of each ' +
      'proposal: which changes the writer took, which they declined, and which still wait.',
    input: GetInput,
    check: checkGet,
    output: MyPieceResponse,
    run: (context, actor, { id }) => ownPiece(context, actor, id),
  }),
  ownTool('create_draft', {
    scope: 'pieces:write',
    title: 'Create a draft',
    description:
      'Use this to leave a new draft at the writer’s desk. It never becomes public by itself: the writer reads and ' +
      'edits it, and decides whether to publish it. Tell them where it is: edit_url.',
    input: CreateInput,
    check(given) {
      const input = checkCreate(given);
      contentFrom(input);
      return input;
    },
    output: Type.Object({ ...CreatePieceResponse.properties, message: Message }),
    async run(context, actor, { idempotency_key = null, ...body }) {
      const created = await submitDraft(context, actor, body, idempotency_key);
      return { ...created, message: said('This is a draft.', created.edit_url) };
    },
  }),
  ownTool('revise_draft', {
    scope: 'pieces:write',
    title: 'Revise a draft',
    description:
      'Use this to change one of the writer’s own pieces. Pass only the fields that you change: the others stay as ' +
      'they are, and null empties a field. body_md is the whole text. If you wrote the last version and the piece ' +
      'is a draft, this saves a new version of the draft. Otherwise, it creates a proposal, and the writer takes ' +
      'all, some or none of it; it replaces your earlier open proposal for the piece.',
    input: ReviseInput,
    check(given) {
      const input = checkRevise(given);
      checkChange(input);
      return input;
    },
    output: Type.Object({ ...RevisePieceResponse.properties, message: Message }),
    async run(context, actor, { id, version, idempotency_key = null, ...body }) {
      const revised = await revisePiece(context, actor, {
        id,
        method: 'PATCH',
        body,
        ifMatch: versionTag(version),
        idempotencyKey: idempotency_key,
      });
      const what = revised.proposal
        ? 'This is a proposal for the writer to take or decline; it is no more than a draft.'
        : `This is version ${revised.version} of the draft.`;
      return { ...revised, message: said(what, revised.edit_url) };
    },
  }),
  ownTool('list_notes', {
    scope: 'pieces:read',
    title: 'List the notes on a piece',
    description:
      'Use this to read the writer’s notes on one of their pieces, on marked words or on the whole piece, with the ' +
      'replies so far. Revise the piece with revise_draft, then say what you did with reply_to_note.',
    input: NotesInput,
    check(given) {
      const { id, ...list } = checkNotes(given);
      return { id, ...checkListNotes(list) };
    },
    output: ListNotesOutput,
    run: (context, actor, { id, ...list }) => listNotes(context, actor, id, list),
  }),
  ownTool('reply_to_note', {
    scope: 'pieces:write',
    title: 'Reply to a note',
    description:
      'Use this to reply to one of the writer’s notes, in plain text. Only the writer sees the reply, next to the ' +
      'text at their desk, and only they can resolve the note.',
    input: ReplyInput,
    check(given) {
      const input = checkReply(given);
      return { ...input, body: replyFrom(given) };
    },
    output: Type.Object({ ...ReplyResponse.properties, message: Message }),
    async run(context, actor, { id, note_id, body, idempotency_key = null }) {
      const given = { id, noteId: note_id, body: { body }, idempotencyKey: idempotency_key };
      const replied = await replyWithKey(context, actor, given);
      const { edit } = urlsOf(context.config.baseUrl);
      const what = 'The reply is next to the draft, and only the writer sees it.';
      return { ...replied, message: said(what, edit(id.toLowerCase())) };
    },
  }),
];
