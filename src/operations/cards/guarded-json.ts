// Gets a JSON object from another site through the SSRF guard, with limits on time, size and redirects.

import type { Config } from '../../config.ts';
import { guardedRequest } from '../../outbound/guarded-request.ts';
import type { Answered, Outcome } from '../../outbound/outcomes.ts';

const MAX_BYTES = 64 * 1024;
const MAX_REDIRECTS = 2;

export type NoAnswer = 'none' | 'unanswered';

export interface Fields {
  readonly [name: string]: unknown;
}

const NOTHING_THERE: readonly number[] = [401, 403, 404, 410];

export async function getJson(
  config: Config,
  url: string,
  signal: AbortSignal,
): Promise<Fields | NoAnswer> {
  const outcome = await get(config, placed(config, url), signal);
  if (outcome.kind !== 'answered') return 'unanswered';
  return NOTHING_THERE.includes(outcome.status) ? 'none' : (jsonIn(outcome) ?? 'unanswered');
}

/** Checks each redirect like the first request. `signal` limits the time of all of them together. */
async function get(config: Config, url: string, signal: AbortSignal): Promise<Outcome> {
  const { timeoutMs } = config.cardRequests;
  const headers = { accept: 'application/json' };
  const maxBytes = MAX_BYTES;
  const sent = { method: 'GET', headers, timeoutMs, maxBytes, signal } as const;
  let target = url;
  let outcome = await guardedRequest(config, target, sent);
  for (let left = MAX_REDIRECTS; left > 0; left -= 1) {
    const next = redirectOf(outcome, target);
    if (next === null) break;
    target = next;
    outcome = await guardedRequest(config, target, sent);
  }
  return outcome;
}

function redirectOf(outcome: Outcome, from: string): string | null {
  if (outcome.kind !== 'answered' || ![301, 302, 303, 307, 308].includes(outcome.status)) {
    return null;
  }
  const { location } = outcome.headers;
  return location === undefined ? null : (URL.parse(location, from)?.href ?? null);
}

/** Tests send every request to one server, with the host name in the path. */
function placed({ cardRequests: { at } }: Config, url: string): string {
  if (at === null) return url;
  const { host, pathname, search } = new URL(url);
  return `${at}/${host}${pathname}${search}`;
}

function jsonIn({ status, headers, body, isWhole }: Answered): Fields | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (status !== 200 || !isWhole || !isJson || encoding !== 'identity') return null;
  try {
    const said: unknown = JSON.parse(body.toString());
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? { ...said } : null;
  } catch {
    return null;
  }
}
