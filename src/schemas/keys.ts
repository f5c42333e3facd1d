// API schemas of an API key: its facts, its owner and its rate limits.

import { Type } from 'typebox';
import { DateTime, NullableDateTime, OneOf, Record, Uri, Uuid } from './shapes.ts';
import { KEY_SCOPES } from './vocabulary.ts';

export const KEY_NAME_LENGTH = 80;

export const KeyFacts = Record('KeyFacts', {
  id: Uuid('The id of the key, which `key revoke` takes. Not the key itself.'),
  name: Type.String({ description: 'The name that the writer gave the key.' }),
  scope: OneOf(KEY_SCOPES),
  created_at: DateTime(),
  expires_at: NullableDateTime('When the key expires. Null if it never does.'),
});

export const KeyOwner = Record('KeyOwner', {
  slug: Type.String(),
  name: Type.String(),
  profile_url: Uri("The writer's public profile."),
});

export const LimitLeft = Record('LimitLeft', {
  limit: Type.Integer({ description: 'How many requests the window allows.' }),
  remaining: Type.Integer({ description: 'How many requests are left in the window.' }),
  window_seconds: Type.Integer({ description: 'The length of the window, in seconds.' }),
  reset_seconds: Type.Integer({ description: 'Seconds until the next window.' }),
});
