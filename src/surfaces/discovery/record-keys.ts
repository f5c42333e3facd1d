// /.well-known/standfirst-record-keys.json: the public key of what the service signs.

import type { FastifyInstance } from 'fastify';
import { sendText } from '../../http/cache/send-response.ts';
import { resource } from '../../http/resource.ts';
import type { Context } from '../../operations/operation.ts';
import { publicRecordKey } from '../../operations/provenance/record-key.ts';

/** As a JSON Web Key Set; empty before anything was signed. */
export function recordKeys(scope: FastifyInstance, { config, store }: Context): void {
  resource(scope, '/.well-known/standfirst-record-keys.json', {
    GET: {
      schema: { hide: true },
      handler: async (request, reply) => {
        const key = await publicRecordKey(store);
        const keys = key === null ? [] : [{ ...KEY_KIND, x: key }];
        return sendText(request, reply, {
          type: 'application/jwk-set+json',
          body: `${JSON.stringify({ keys })}\n`,
          maxAge: config.publicMaxAge,
          changesWith: 'content',
        });
      },
    },
  });
}

const KEY_KIND = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' };
