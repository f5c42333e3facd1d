// Record file of a piece: the hash of every version without its words, declarations and signatures.

import { Type } from 'typebox';
import { type Of, OneOf } from '../shapes.ts';
import { StoredProvenance } from './provenance.ts';

export const RECORD_FORMAT = 'standfirst-record/1';

const Nullable = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const NullableNumber = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const Saver = Type.Object({ kind: Type.String(), name: Type.String(), id: Nullable });

const RecordedVersion = Type.Object({
  number: Type.Integer(),
  state: OneOf(['stored', 'pruned']),
  saved_at: Type.String(),
  saved_by: Saver,
  origin: Type.String(),
  content_hash: Type.String(),
  previous_hash: Nullable,
  hash: Type.String(),
});
export type RecordedVersion = Of<typeof RecordedVersion>;

const RecordedMove = Type.Object({
  at: Type.String(),
  act: Type.String(),
  by: Saver,
  version: NullableNumber,
  version_hash: Nullable,
  declaration: Nullable,
  machine_share: NullableNumber,
  signed_with: Nullable,
  signature: Nullable,
  /** Of an entry that says that names were erased: the hash of the record without them. */
  erased_hash: Type.Optional(Type.String()),
});
export type RecordedMove = Of<typeof RecordedMove>;

/** Notes are recorded without their words. */
const RecordedNote = Type.Object({
  number: Type.Integer(),
  version: Type.Integer(),
  by: Saver,
  created_at: Type.String(),
  resolved_at: Nullable,
  replies: Type.Integer(),
});

const RecordedProposal = Type.Object({
  number: Type.Integer(),
  by: Saver,
  base_version: Type.Integer(),
  proposed_at: Type.String(),
  status: Type.String(),
  taken_version: NullableNumber,
});

/** Declaration of the text that is public or about to be; null without one. */
const Told = Type.Union([StoredProvenance, Type.Null()]);

export const RecordFile = Type.Object({
  format: Type.Literal(RECORD_FORMAT),
  made_at: Type.String(),
  keys_url: Type.String(),
  piece: Type.Object({
    id: Type.String(),
    headline: Type.String(),
    author: Type.String(),
    status: Type.String(),
    working_version: Type.Integer(),
    provenance: Told,
  }),
  /** Publication that readers see; null if the piece isn't public. */
  publication: Type.Union([
    Type.Object({ version: NullableNumber, provenance: Told }),
    Type.Null(),
  ]),
  versions: Type.Array(RecordedVersion),
  moves: Type.Array(RecordedMove),
  notes: Type.Array(RecordedNote),
  proposals: Type.Array(RecordedProposal),
});
export type RecordFile = Of<typeof RecordFile>;
