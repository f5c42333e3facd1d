// The provenance record of a piece as a file: version hashes without texts, declarations and signatures.

import { Type } from 'typebox';
import { type Of, OneOf } from '../shapes.ts';
import { StoredProvenance } from './provenance.ts';

export const RECORD_FORMAT = 'standfirst-record/2';

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
  number: Type.Integer(),
  at: Type.String(),
  act: Type.String(),
  from: Nullable,
  to: Type.String(),
  by: Saver,
  version: NullableNumber,
  version_hash: Nullable,
  /** The headline of the version, for signed entries. */
  headline: Nullable,
  declaration: Nullable,
  machine_share: NullableNumber,
  signed_with: Nullable,
  signature: Nullable,
  /** Of an entry that says that names were erased: the hash of the record without them. */
  erased_hash: Type.Optional(Type.String()),
});
export type RecordedMove = Of<typeof RecordedMove>;

/** The record has notes without their texts. */
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

const Told = Type.Union([StoredProvenance, Type.Null()]);

export const RecordFile = Type.Object({
  format: Type.Literal(RECORD_FORMAT),
  made_at: Type.String(),
  keys_url: Type.String(),
  piece: Type.Object({
    id: Type.String(),
    headline: Type.String(),
    author: Type.String(),
    author_id: Type.String(),
    /** The author's slug, and those before it. */
    author_names: Type.Array(Type.String()),
    status: Type.String(),
    working_version: Type.Integer(),
    live_version: NullableNumber,
    provenance: Told,
  }),
  /** The publication that readers see; null if the piece isn't public. */
  publication: Type.Union([
    Type.Object({
      version: Type.Integer(),
      author_id: Type.String(),
      headline: Type.String(),
      published_at: Type.String(),
      modified_at: Type.String(),
      provenance: Told,
      /** The fields in which the publication is not what its version renders to. */
      differs: Type.Array(Type.String()),
    }),
    Type.Null(),
  ]),
  versions: Type.Array(RecordedVersion),
  moves: Type.Array(RecordedMove),
  notes: Type.Array(RecordedNote),
  proposals: Type.Array(RecordedProposal),
});
export type RecordFile = Of<typeof RecordFile>;
