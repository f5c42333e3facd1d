// API schema of what became of a proposal.

import { Type } from 'typebox';
import { CONTENT_FIELD_NAMES } from '../content-fields.ts';
import {
  DateTime,
  NullableDateTime,
  NullableInteger,
  NullableObject,
  OneOf,
  Record,
  Uuid,
} from '../shapes.ts';
import { CHANGE_STATES, PROGRAMS, PROPOSAL_STATES, WHOSE_NAME } from '../vocabulary.ts';
import { EDITORIAL_LIMITS } from './editorial-limits.ts';

const CUT = `Cut after ${EDITORIAL_LIMITS.changeExcerpt} characters.`;

const Change = Type.Object({
  field: OneOf(CONTENT_FIELD_NAMES),
  from: Type.String({ description: `What it replaces. ${CUT}` }),
  to: Type.String({ description: CUT }),
  state: OneOf(CHANGE_STATES),
  version: NullableInteger('The version that took the change; null if it was not taken.'),
});

export const ProposalOutcome = Record('ProposalOutcome', {
  id: Uuid('The id of the proposal.'),
  state: OneOf(PROPOSAL_STATES, {
    description:
      'A proposal that was taken in part is still open if `waiting` is above 0. A key’s newer proposal supersedes ' +
      'its older one.',
  }),
  base_version: Type.Integer({ description: 'The version that the proposal is based on.' }),
  proposed_at: DateTime(),
  proposed_by: Type.Object({
    kind: OneOf(PROGRAMS),
    name: Type.String({ description: WHOSE_NAME }),
    is_this_key: Type.Boolean({ description: 'Whether the key of this request proposed it.' }),
  }),
  answered_at: NullableDateTime('When the writer last answered; null if they have not.'),
  answered_by: NullableObject(
    { kind: Type.Literal('writer'), name: Type.String({ description: WHOSE_NAME }) },
    'Who answered; null if nobody has.',
  ),
  waiting: Type.Integer({ description: 'The number of changes that wait for the writer.' }),
  changes: Type.Array(Change, {
    description:
      'Each change, with what became of it. Empty if the proposal was superseded, or if it is not known.',
  }),
});

export const Waiting = Record(
  'Waiting',
  {
    open_notes: Type.Integer({ description: "The writer's notes that are not resolved." }),
    revision_requests: Type.Integer({ description: 'Pieces for which a revision is requested.' }),
    open_proposals: Type.Integer({ description: 'Proposals that wait for the writer.' }),
  },
  "What waits for an answer in all of the writer's pieces, whichever program it concerns.",
);
