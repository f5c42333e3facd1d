// API schemas of an API key: its facts, its owner and its rate limits.

import { Type } from 'typebox';
import { DateTime, NullableDateTime, OneOf, Record, Uri, Uuid } from './shapes.ts';
import { KEY_SCOPES } from './vocabulary.ts';

export const KEY_NAME_LENGTH = 80;

export const KeyFacts = Record('KeyFacts', {
  id: Uuid('The id of the key, as the desk and `key revoke` know it. Not the key itself.'),
  name: Type.String({ description: 'What its writer called it.' }),
  scope: OneOf(KEY_SCOPES),
  created_at: DateTime(),
  expires_at: NullableDateTime('From then on it is refused. Null if it never expires.'),
});

export const KeyOwner = Record('KeyOwner', {
  slug: Type.String(),
  name: Type.String(),
  profile_url: Uri("The writer's public profile."),
});

export const LimitLeft = Record('LimitLeft', {
  limit: Type.Integer({ description: 'How many requests the window allows.' }),
  remaining: Type.Integer({ description: 'How many are left in it.' }),
  window_seconds: Type.Integer({ description: 'How long a window is.' }),
  reset_seconds: Type.Integer({ description: 'Seconds until the next window.' }),
});
