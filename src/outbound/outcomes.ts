// The outcome of an outbound request: a response, a refusal to send it, or a failure.

import type { IncomingHttpHeaders } from 'node:http';

const REFUSALS = {
  no_address: 'This is not an http or https address.',
  not_https: 'The address does not begin with https.',
  credentials: 'The address carries a user name or a password.',
  foreign_port: 'The port belongs to something other than the web.',
  special_address:
    'The address leads to a private or reserved network, which this service does not enter.',
} as const;

const FAILURES = {
  unknown_name: 'The name of the host was not found.',
  out_of_time: 'There was no answer in time.',
  no_connection: 'The connection could not be made, or it broke off.',
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
