// The texts for each declaration of who wrote a piece, shared by pages, feeds, the API and the desk.

import type { Declaration } from '../vocabulary.ts';
import type { Provenance, StoredProvenance } from './provenance.ts';

/** Percentage of machine words from which “written by me” is confirmed again. */
export const CONTRADICTING_PERCENT = 10;

interface Words {
  readonly answer: string;
  statement(name: string): string;
  /** A term of the IPTC's vocabulary of digital source types. */
  readonly sourceType: string;
}

export const DECLARATION_WORDS: { readonly [declaration in Declaration]: Words } = {
  human: {
    answer: 'Written by me',
    statement: (name) => `Written by ${name}.`,
    sourceType: 'digitalCreation',
  },
  assisted: {
    answer: 'Drafted with a machine. I reviewed and edited it, and I answer for it',
    statement: (name) => `Drafted with a machine, edited by ${name}, who answers for it.`,
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
  },
  machine: {
    answer: 'Written by a machine, published as it is',
    statement: () => 'Written by a machine, published as it is.',
    sourceType: 'trainedAlgorithmicMedia',
  },
};

export const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

interface Declared {
  provenance: string | null;
  author_name: string;
}

/** Leaves the field out if nothing was declared. */
export function provenanceField({ provenance, author_name }: Declared): {
  provenance?: Provenance;
} {
  if (provenance === null) return {};
  const stored: StoredProvenance = JSON.parse(provenance);
  const { statement, sourceType } = DECLARATION_WORDS[stored.declaration];
  return {
    provenance: {
      ...stored,
      statement: statement(author_name),
      digital_source_type: SOURCE_TYPES + sourceType,
    },
  };
}

export function declarationIn(provenance: string | null): Declaration | null {
  const stored: StoredProvenance | null = provenance === null ? null : JSON.parse(provenance);
  return stored?.declaration ?? null;
}
