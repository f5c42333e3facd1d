// The hash of a version: of what it says, of who saved it and when, and of the hash before it. Whoever alters or
// removes a version has to alter every later hash, and the signatures of those that were published.

import { createHash } from 'node:crypto';
import {
  CONTENT_FIELD_NAMES,
  type ContentField,
  type ContentValues,
} from '../../schemas/content-fields.ts';

/** What the hash of a version is made from, beside the hash of what it says. */
export interface HashedFacts {
  readonly piece_id: string;
  readonly number: number;
  readonly saved_at: string;
  readonly saved_by_kind: string;
  readonly saved_by_name: string;
  readonly saved_by_id: string | null;
  readonly origin: string;
}

const sha256 = (values: readonly (string | number | null)[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** A version without a cover has the hash that it had before there were covers. */
const isHashed = (name: ContentField, version: ContentValues) =>
  name !== 'image' || version.image !== null;

/** Of what it says, with its cards. */
export const contentHash = (version: ContentValues & { readonly cards: string }): string =>
  sha256([
    'standfirst-content/1',
    ...CONTENT_FIELD_NAMES.filter((name) => isHashed(name, version)).flatMap((name) => [
      name,
      version[name],
    ]),
    'cards',
    version.cards,
  ]);

export const chainedHash = (facts: HashedFacts, content: string, previous: string | null): string =>
  sha256([
    'standfirst-version/1',
    facts.piece_id,
    facts.number,
    facts.saved_at,
    facts.saved_by_kind,
    facts.saved_by_name,
    facts.saved_by_id,
    facts.origin,
    content,
    previous,
  ]);
