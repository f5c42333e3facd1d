// Puts the Retry-After header, which people don't see, into words.

import type { FastifyReply } from 'fastify';
import { Problem } from '../../errors.ts';
import { html } from '../../rendering/templates/html.ts';

const MINUTE_SECONDS = 60;

/** True for errors after which the same request may succeed later. */
export const isPassing = ({ status }: Problem): boolean => status === 429 || status === 503;

/** An empty href leads to the requested URL. */
export const TRY_AGAIN = html`<p><a class="button" href="">Try again</a></p>`;

/** "Try again in 49 seconds." or "Try again in 12 minutes.", from the response's Retry-After header. */
function retryWords(reply: FastifyReply): string {
  const seconds = Number(reply.getHeader('retry-after'));
  if (!(seconds > 0)) return 'Try again shortly.';
  if (seconds < MINUTE_SECONDS) return `Try again in ${count(seconds, 'second')}.`;
  return `Try again in ${count(Math.ceil(seconds / MINUTE_SECONDS), 'minute')}.`;
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** Says when to try again. `before` is empty if the page's title already says that there were too many requests. */
export function forPeople(
  problem: Problem,
  reply: FastifyReply,
  before = 'Too many requests. ',
): Problem {
  if (problem.code !== 'too_many_requests') return problem;
  return new Problem(problem.code, { reason: `${before}${retryWords(reply)}` });
}
