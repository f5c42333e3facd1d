// Schemas of a browser's passkey requests. WebAuthn defines the fields of `credential`.

import { type Static, Type } from 'typebox';
import { Text } from './text.ts';

export const PASSKEY_NAME_LENGTH = 80;
const FIELD_LENGTH = 16_384;

const Binary = Type.String({ minLength: 1, maxLength: FIELD_LENGTH });

const Credential = { id: Binary, rawId: Binary, type: Type.Literal('public-key') };

export const NewPasskey = Type.Object({
  name: Text(PASSKEY_NAME_LENGTH),
  ticket: Binary,
  credential: Type.Object({
    ...Credential,
    response: Type.Object({
      clientDataJSON: Binary,
      attestationObject: Binary,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
    }),
  }),
});

export const PasskeyUse = Type.Object({
  ticket: Binary,
  credential: Type.Object({
    ...Credential,
    response: Type.Object({
      clientDataJSON: Binary,
      authenticatorData: Binary,
      signature: Binary,
      userHandle: Binary,
    }),
  }),
});

export type PasskeyUse = Static<typeof PasskeyUse>;
