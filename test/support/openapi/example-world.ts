// A service with only the data that the examples of the API description come from.

import { createKey } from '../../../src/operations/api-keys/api-keys.ts';
import {
  EXAMPLE_AUTHOR,
  EXAMPLE_DRAFT,
  EXAMPLE_KEY,
  EXAMPLE_PIECE,
  EXAMPLE_SERIES,
} from '../../../src/operations/examples.ts';
import { textIn } from '../../../src/rendering/stored-content.ts';
import { pick } from '../../../src/schemas/field-lists.ts';
import { PROFILE_FIELD_NAMES } from '../../../src/schemas/profile-fields.ts';
import { type DatabaseKind, freshPlace } from '../databases/databases.ts';
import { startService } from '../service.ts';

const { id, slug, name, joined_at } = EXAMPLE_AUTHOR;

export const EXAMPLE_LINES = [
  {
    type: 'author',
    ...{ id, slug, name, joined_at },
    ...pick(EXAMPLE_AUTHOR, PROFILE_FIELD_NAMES),
    identity_verified: EXAMPLE_AUTHOR.identity_verified === 1,
  },
  {
    type: 'piece',
    id: EXAMPLE_PIECE.piece_id,
    author: slug,
    slug: EXAMPLE_PIECE.slug,
    headline: EXAMPLE_PIECE.headline,
    body_md: textIn(EXAMPLE_PIECE),
    category: EXAMPLE_PIECE.category,
    tags: JSON.parse(EXAMPLE_PIECE.tags),
    style: EXAMPLE_PIECE.style,
    status: 'approved',
    published_at: EXAMPLE_PIECE.published_at,
  },
  {
    type: 'series',
    ...pick(EXAMPLE_SERIES.row, ['id', 'slug', 'title', 'description']),
    author: slug,
    parts: [EXAMPLE_PIECE.piece_id],
  },
];

/** Starts the service with a key for each scope, at the time at which the example's draft is sent. */
export async function startExampleWorld(kind: DatabaseKind) {
  const now = () => new Date(EXAMPLE_DRAFT.created_at);
  const { dataDir } = await freshPlace('sqlite');
  const service = await startService(kind, { DATA_DIR: dataDir }, now);
  await service.add(...EXAMPLE_LINES);
  const keyWith = async (scope: 'pieces:write' | 'pieces:read') => {
    const made = { writer: slug, name: EXAMPLE_KEY.name, scope, expiresAt: null };
    return (await createKey(service.context, made)).key;
  };
  return {
    ...service,
    writeKey: await keyWith('pieces:write'),
    readKey: await keyWith('pieces:read'),
    /** A second key of the same writer. */
    otherKey: await keyWith('pieces:write'),
  };
}
