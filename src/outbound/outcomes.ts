// The outcome of an outbound request: a response, a refusal to send it, or a failure.

import type { IncomingHttpHeaders } from 'node:http';

const REFUSALS = {
  no_address: 'This is not an http or https URL.',
  not_https: 'The URL does not start with https.',
  credentials: 'The URL contains a user name or a password.',
  foreign_port: 'The port is reserved for something other than the web.',
  special_address:
    'The URL leads to a private or reserved network, which this service does not connect to.',
} as const;

const FAILURES = {
  unknown_name: 'The host name was not found.',
  out_of_time: 'The server did not respond in time.',
  no_connection: 'The connection failed or was interrupted.',
} as const;

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, cut off at the size limit. */
  readonly body: Buffer;
  /** False if the size limit, the timeout or a broken connection cut the body off. */
  readonly isWhole: boolean;
}

export interface Refused {
  readonly kind: 'refused';
  readonly code: keyof typeof REFUSALS;
  readonly reason: string;
}

export interface Failed {
  readonly kind: 'failed';
  readonly code: keyof typeof FAILURES;
  readonly reason: string;
}

export type Outcome = Answered | Refused | Failed;

export const refused = (code: Refused['code']): Refused => ({
  kind: 'refused',
  code,
  reason: REFUSALS[code],
});

export const failed = (code: Failed['code'], detail?: string): Failed => ({
  kind: 'failed',
  code,
  reason: detail ? `${FAILURES[code]} (${detail})` : FAILURES[code],
});

/** Thrown within a request to end it with this outcome. */
export class Stop extends Error {
  readonly outcome: Refused | Failed;

  constructor(outcome: Refused | Failed) {
    super(outcome.reason);
    this.name = 'Stop';
    this.outcome = outcome;
  }
}

const UNKNOWN_NAME = /^(?:ENOTFOUND|ENODATA|EAI_.*)$/;

export function outcomeOf(error: unknown): Refused | Failed {
  if (error instanceof Stop) return error.outcome;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code && UNKNOWN_NAME.test(code) ? failed('unknown_name') : failed('no_connection', code);
}
