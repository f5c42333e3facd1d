// One delivery attempt: signed, sent through the SSRF guard, and described for the delivery log.

import type { Config } from '../config.ts';
import { guardedRequest } from '../outbound/guarded-request.ts';
import type { Answered, Outcome } from '../outbound/outcomes.ts';
import { WEBHOOK_LIMITS } from '../schemas/webhooks/webhook-limits.ts';
import type { DeliveryToSend } from '../store/webhooks/outbox.ts';
import { headersOf } from './signatures.ts';

const RESPONSE_BYTES = 4_096;
/** Characters of request and response that are logged. */
const EXCERPT_LENGTH = 2_000;

export interface Attempt {
  readonly id: string;
  readonly url: string;
  readonly at: Date;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly request: string;
}

export async function send(
  config: Config,
  delivery: DeliveryToSend,
  now: () => Date,
  signal: AbortSignal,
): Promise<Attempt> {
  const at = now();
  const headers = headersOf(delivery, at);
  const begun = performance.now();
  const outcome = await guardedRequest(config, delivery.url, {
    method: 'POST',
    headers,
    body: delivery.body,
    timeoutMs: WEBHOOK_LIMITS.timeoutMs,
    maxBytes: RESPONSE_BYTES,
    signal,
  });
  return {
    id: delivery.id,
    url: delivery.url,
    at,
    durationMs: Math.round(performance.now() - begun),
    outcome,
    request: excerpt(`POST ${delivery.url}`, headers, delivery.body),
  };
}

export const answerExcerpt = ({ status, headers, body }: Answered): string =>
  excerpt(`HTTP ${status}`, headers, body.toString());

interface Headers {
  readonly [name: string]: string | readonly string[] | undefined;
}

/** Matches terminal control codes, bidirectional overrides, and NUL, which PostgreSQL cannot store. */
const UNSHOWN = /[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\t\n\r]]/gv;

function excerpt(first: string, headers: Headers, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  const head = [first, ...lines].join('\n').slice(0, EXCERPT_LENGTH);
  // The bytes may end within a character.
  return `${head}\n\n${body.slice(0, EXCERPT_LENGTH)}`.replaceAll(UNSHOWN, '\uFFFD').toWellFormed();
}
