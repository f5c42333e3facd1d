// The Idempotency-Key header: its description and its parser.

import { Problem } from '../../errors.ts';
import { REQUEST_LIMITS } from '../../schemas/requests/request-limits.ts';

export const idempotencyKeyHeader = (what: string, example: string) => ({
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: REQUEST_LIMITS.idempotencyKey,
    description: `Any text that you choose, such as a UUID: a new one for each ${what}.`,
    examples: [example],
  },
});

export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (
    typeof header === 'string' &&
    header !== '' &&
    header.length <= REQUEST_LIMITS.idempotencyKey
  ) {
    return header;
  }
  const reason = `Expected text of 1 to ${REQUEST_LIMITS.idempotencyKey} characters.`;
  throw new Problem('invalid_input', { errors: [{ field: 'Idempotency-Key', reason }] });
}
