// What an admin may say of the site. What is null, or not there, is as the operator's settings say.

import { type Static, Type } from 'typebox';
import { IDENTITY } from '../limits.ts';
import { NullableText } from '../text.ts';

export const SiteIdentity = Type.Object({
  name: Type.Optional(NullableText(IDENTITY.name)),
  tagline: Type.Optional(NullableText(IDENTITY.tagline)),
  description: Type.Optional(NullableText(IDENTITY.description)),
});

export type SiteIdentity = Static<typeof SiteIdentity>;
