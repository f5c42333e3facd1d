// Provenance: the writer's declaration of who wrote a published piece.

import { Type } from 'typebox';
import { DateTime, type Of, OneOf, Record, Uri } from '../shapes.ts';
import { DECLARATIONS, DRAFTERS } from '../vocabulary.ts';

const declaredFields = {
  declaration: OneOf(DECLARATIONS, {
    description:
      'What the writer declared: `human`, written by them; `assisted`, drafted with a machine, reviewed and edited ' +
      'by them; `machine`, written by a machine and published as it is.',
  }),
  declared_at: DateTime('When the writer declared it.'),
  versions: Type.Integer({ description: 'How many versions there were by then.' }),
  version_hash: Type.Optional(
    Type.String({
      description:
        'The hash of the version, as the record of the piece has it. Not there where the declaration was ' +
        'imported without one.',
    }),
  ),
  drafted_by: Type.Optional(
    OneOf(DRAFTERS, {
      description:
        'Where a machine had a hand in it: `api_program`, a program with a key of the writer’s, or an app ' +
        'that they connected; `outside_program`, one outside of this service.',
    }),
  ),
  machine_share: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How many words in a hundred are those of a program with a key.',
    }),
  ),
};

export const Provenance = Record(
  'Provenance',
  {
    statement: Type.String({ description: 'The same in a sentence, as readers see it.' }),
    digital_source_type: Uri('The same as a term of the IPTC’s vocabulary.'),
    ...declaredFields,
  },
  'What the writer declared about how the text came to be. Not there where nothing was declared.',
);
export type Provenance = Of<typeof Provenance>;

export const StoredProvenance = Type.Object(declaredFields);
export type StoredProvenance = Of<typeof StoredProvenance>;
