// When to try again, for a person, who does not see the header Retry-After.

import type { FastifyReply } from 'fastify';
import { Problem } from '../../errors.ts';
import { html } from '../../rendering/templates/html.ts';

const MINUTE_SECONDS = 60;

/** Whether the same request may succeed in a while. */
export const isPassing = ({ status }: Problem): boolean => status === 429 || status === 503;

/** Leads to the URL that was asked for. */
export const TRY_AGAIN = html`<p><a class="button" href="">Try again</a></p>`;

/** "Try again in 49 seconds." or "Try again in 12 minutes.", as the response's Retry-After says. */
function retryWords(reply: FastifyReply): string {
  const seconds = Number(reply.getHeader('retry-after'));
  if (!(seconds > 0)) return 'Try again shortly.';
  if (seconds < MINUTE_SECONDS) return `Try again in ${count(seconds, 'second')}.`;
  return `Try again in ${count(Math.ceil(seconds / MINUTE_SECONDS), 'minute')}.`;
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** The same problem with words for a person; `before` is what is not already said above them. */
export function forPeople(
  problem: Problem,
  reply: FastifyReply,
  before = 'Too many requests. ',
): Problem {
  if (problem.code !== 'too_many_requests') return problem;
  return new Problem(problem.code, { reason: `${before}${retryWords(reply)}` });
}
