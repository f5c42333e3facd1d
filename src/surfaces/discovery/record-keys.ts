// /.well-known/standfirst-record-keys.json: the public keys for records that the service has signed.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { publicRecordKeys } from '../../operations/provenance/record-key.ts';

/** JSON Web Key Set, with the signing key first; empty before anything was signed. */
export function recordKeys(scope: FastifyInstance, { config, store }: Context): void {
  resource(scope, '/.well-known/standfirst-record-keys.json', {
    GET: {
      schema: { hide: true },
      handler: async (request, reply) => {
        const keys = (await publicRecordKeys(store)).map((x) => ({ ...KEY_KIND, x }));
        return sendText(request, reply, {
          type: 'application/jwk-set+json',
          body: `${JSON.stringify({ keys })}\n`,
          maxAge: config.publicMaxAge,
          // Keys are created and rotated without a change of content.
          changesWith: 'request',
        });
      },
    },
  });
}

const KEY_KIND = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' };
