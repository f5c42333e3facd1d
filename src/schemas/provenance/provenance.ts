// Provenance: the writer's declaration of who wrote a published piece.

import { Type } from 'typebox';
import { DateTime, type Of, OneOf, Record, Uri } from '../shapes.ts';
import { DECLARATIONS, DRAFTERS } from '../vocabulary.ts';

const declaredFields = {
  declaration: OneOf(DECLARATIONS, {
    description:
      'What the writer declared. `human`: written by the writer. `assisted`: drafted with a machine, then ' +
      'reviewed and edited by the writer. `machine`: written by a machine and published as it is.',
  }),
  declared_at: DateTime('When the writer declared it.'),
  versions: Type.Integer({ description: 'The number of versions at that time.' }),
  version_hash: Type.Optional(
    Type.String({
      description:
        'The hash of the version, as in the record of the piece. Absent if the declaration was imported without ' +
        'one.',
    }),
  ),
  drafted_by: Type.Optional(
    OneOf(DRAFTERS, {
      description:
        'The kind of program that helped to write the text, if any. `api_program`: a program with one of the ' +
        'writer’s keys, or an app that the writer connected. `outside_program`: a program outside this service.',
    }),
  ),
  machine_share: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'The percentage of the words that were written by a program with a key.',
    }),
  ),
};

export const Provenance = Record(
  'Provenance',
  {
    statement: Type.String({ description: 'The declaration in a sentence, as readers see it.' }),
    digital_source_type: Uri('The declaration as a term of the IPTC’s vocabulary.'),
    ...declaredFields,
  },
  'What the writer declared about how the text was written. Absent if nothing was declared.',
);
export type Provenance = Of<typeof Provenance>;

export const StoredProvenance = Type.Object(declaredFields);
export type StoredProvenance = Of<typeof StoredProvenance>;
