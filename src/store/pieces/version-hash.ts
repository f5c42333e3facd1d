// The hash of a version covers its content and the hash before, so that a change breaks all later hashes.

import { createHash } from 'node:crypto';
import {
  CONTENT_FIELD_NAMES,
  type ContentField,
  type ContentValues,
} from '../../schemas/content-fields.ts';
import type { SavedRow } from '../tables/pieces.ts';

const sha256 = (values: readonly (string | number | null)[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex');

/** Leaves an empty cover out, so that versions from before covers existed keep their hashes. */
const isHashed = (name: ContentField, version: ContentValues) =>
  name !== 'image' || version.image !== null;

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

export const chainedHash = (facts: SavedRow, content: string, previous: string | null): string =>
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
