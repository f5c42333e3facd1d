// Examples of notes, proposals and revisions for the API description, about its example draft.

import { quoteOf } from '../../rendering/text/text-quotes.ts';
import type { NoteReplyRow, NoteRow } from '../../store/tables/editorial.ts';
import type { PieceVersionRow } from '../../store/tables/pieces.ts';
import { EXAMPLE_AUTHOR, EXAMPLE_BODY, EXAMPLE_DRAFT, EXAMPLE_KEY } from '../examples.ts';
import { contentOf } from '../pieces/content.ts';
import type { Urls } from '../urls.ts';
import { notesRecord } from './api-notes.ts';
import { replyRecord } from './note-records.ts';
import { ownPieceRecord } from './own-piece.ts';
import type { ProposalFacts } from './proposals.ts';
import { revisedRecord } from './revise.ts';

const EXAMPLE_ACTOR = { kind: 'key' as const, slug: EXAMPLE_AUTHOR.slug, keyId: EXAMPLE_KEY.id };

const AT = EXAMPLE_DRAFT.created_at;

const EXAMPLE_VERSION: PieceVersionRow = {
  ...contentOf(EXAMPLE_BODY),
  piece_id: EXAMPLE_DRAFT.id,
  number: 1,
  saved_at: AT,
  saved_by_kind: 'key',
  saved_by_name: EXAMPLE_KEY.name,
  saved_by_id: EXAMPLE_KEY.id,
  origin: 'created',
  cards: '[]',
  hash: null,
  previous_hash: null,
};

const draftAt = (version: number) => ({
  ...EXAMPLE_DRAFT,
  working_version: version,
  revision_asked_at: null,
});

export const ownPieceExample = (urls: Urls) => ({
  ok: true as const,
  piece: ownPieceRecord(
    {
      piece: draftAt(1),
      working: EXAMPLE_VERSION,
      openNotes: 0,
      reviewNote: null,
      scheduledFor: null,
      proposals: [],
    },
    EXAMPLE_ACTOR,
    urls,
  ),
});

export const revisedExample = (urls: Urls) => revisedRecord(draftAt(2), null, urls);

const EXAMPLE_PROPOSAL: ProposalFacts = {
  id: 'f2b6c3de-6d0e-4c43-9a35-0a7c3c1f7b92',
  status: 'open',
  base_version: 1,
  proposed_at: AT,
};

/** The response to a revision by an API key that did not write the draft, which becomes a proposal. */
export const proposedExample = (urls: Urls) =>
  revisedRecord(draftAt(1), { ...EXAMPLE_PROPOSAL, empties: [] }, urls);

/** A partial revision of the example draft: a new standfirst, and everything else as it is. */
export const EXAMPLE_CHANGE = { sub: 'Three things nobody checks.' };

export const EXAMPLE_TAG = '"v1"';

export const EXAMPLE_NOTE_WORDS = '*rain*';
export const EXAMPLE_NOTE_BODY = 'Say which rain: a shower, or all autumn?';

const start = EXAMPLE_BODY.body_md.indexOf(EXAMPLE_NOTE_WORDS);
const end = start + EXAMPLE_NOTE_WORDS.length;

export const EXAMPLE_NOTE: NoteRow = {
  id: '1f0f2c55-93d7-4b0c-b6a4-52a0e7f4c1d8',
  piece_id: EXAMPLE_DRAFT.id,
  number: 1,
  version: 1,
  ...quoteOf(EXAMPLE_BODY.body_md, { start, end }),
  start_at: start,
  end_at: end,
  body: EXAMPLE_NOTE_BODY,
  author_kind: 'writer',
  author_name: EXAMPLE_AUTHOR.slug,
  author_id: EXAMPLE_AUTHOR.id,
  created_at: AT,
  resolved_at: null,
};

export const notesExample = () =>
  notesRecord([{ ...EXAMPLE_NOTE, replies: [] }], EXAMPLE_VERSION, null);

export const EXAMPLE_REPLY = { body: 'All autumn. The second paragraph says so now.' };

const EXAMPLE_REPLIED: NoteReplyRow = {
  piece_id: EXAMPLE_NOTE.piece_id,
  note_number: EXAMPLE_NOTE.number,
  number: 1,
  id: '7d1c7bb3-3c55-4b6d-8f0e-9a3b6a1d2c40',
  body: EXAMPLE_REPLY.body,
  by_kind: 'key',
  by_name: EXAMPLE_KEY.name,
  by_id: EXAMPLE_KEY.id,
  created_at: AT,
};

export const repliedExample = () => ({ ok: true as const, reply: replyRecord(EXAMPLE_REPLIED) });
