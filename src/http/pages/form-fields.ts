// Reads the fields of a form as text.

import type { FastifyRequest } from 'fastify';

/** Only the last value of a repeated field counts. */
export function formFields({ body }: FastifyRequest): { [name: string]: string } {
  if (typeof body !== 'object' || body === null) return {};
  const entries = Object.entries(body).map(([name, value]) => [name, [value].flat().at(-1)]);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}
