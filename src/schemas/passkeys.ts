// Schemas of a browser's passkey requests. WebAuthn defines the fields of `credential`.

import { type Static, Type } from 'typebox';
import { LIMITS } from './limits.ts';
import { Text } from './text.ts';

const Binary = Type.String({ minLength: 1, maxLength: LIMITS.passkeyField });

const Credential = { id: Binary, rawId: Binary, type: Type.Literal('public-key') };

export const NewPasskey = Type.Object({
  name: Text(LIMITS.passkeyName),
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
