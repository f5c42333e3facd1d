// Client ID metadata documents: an app's id is the URL of a document about the app, fetched like any stranger's URL.

import { guardedRequest } from '../../outbound/guarded-request.ts';
import { OAUTH_LIMITS } from '../../schemas/oauth/oauth-limits.ts';
import type { Context } from '../operation.ts';
import { clientMetadata } from './client-metadata.ts';

const TIMEOUT_MS = 5_000;

const FRESHNESS = ['cache-control', 'expires'] as const;

export async function clientDocument({ config }: Context, url: string): Promise<Response> {
  const outcome = await guardedRequest(config, url, {
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: OAUTH_LIMITS.documentBytes,
  });
  if (outcome.kind !== 'answered') throw new Error(`${url} cannot be fetched: ${outcome.kind}`);
  if (!outcome.isWhole)
    throw new Error(`${url} is larger than ${OAUTH_LIMITS.documentBytes} bytes`);
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of FRESHNESS) {
    const value = outcome.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  if (outcome.status !== 200) return new Response(null, { status: 404, headers });
  const said: { [name: string]: unknown } = {
    ...Object(JSON.parse(outcome.body.toString('utf8'))),
  };
  // The caller compares client_id with the document's URL, so that another app's document is refused.
  const known = { ...clientMetadata(said), client_id: said['client_id'] };
  return new Response(JSON.stringify(known), { headers });
}
