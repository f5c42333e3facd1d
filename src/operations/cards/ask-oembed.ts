// Asks a site for the card of one of its URLs, by oEmbed, and takes a few words from its answer.

import type { Config } from '../../config.ts';
import { guardedRequest } from '../../outbound/guarded-request.ts';
import type { Answered, Outcome } from '../../outbound/outcomes.ts';
import { foreignLine, foreignLines } from '../../rendering/text/foreign-words.ts';
import { oembedUrl } from '../../schemas/card-providers.ts';
import type { Card } from '../../schemas/cards.ts';
import { CARDS } from '../../schemas/limits.ts';

/** Why there is none: the site has none for this URL, or it gave no usable answer. */
export type NoCard = 'none' | 'unanswered';

export async function askOembed(
  config: Config,
  url: string,
  timeoutMs: number = CARDS.timeoutMs,
): Promise<Card | NoCard> {
  const asked = oembedUrl(url);
  if (asked === null) return 'none';
  const outcome = await get(config, placed(config, asked), timeoutMs);
  if (outcome.kind !== 'answered') return 'unanswered';
  if ([401, 403, 404, 410].includes(outcome.status)) return 'none';
  return cardFrom(url, outcome) ?? 'unanswered';
}

/** Each redirect is a request of its own, judged like the first; the time is for all of them. */
async function get(config: Config, asked: string, timeoutMs: number): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { accept: 'application/json' };
  const { answerBytes: maxBytes } = CARDS;
  const sent = { method: 'GET', headers, timeoutMs, maxBytes, signal } as const;
  let target = asked;
  let outcome = await guardedRequest(config, target, sent);
  for (let left = CARDS.redirects; left > 0; left -= 1) {
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

/** In a test, everything is asked for at one place, under the name of the host. */
function placed({ oembedAt }: Config, asked: string): string {
  if (oembedAt === null) return asked;
  const { host, pathname, search } = new URL(asked);
  return `${oembedAt}/${host}${pathname}${search}`;
}

/** Null where the answer is not what oEmbed answers, or has no words. */
function cardFrom(url: string, answer: Answered): Card | null {
  const said = jsonIn(answer);
  if (said === null) return null;
  const title = foreignLine(said['title'], CARDS.title);
  const author = foreignLine(said['author_name'], CARDS.author);
  // Of the HTML, only the words of its paragraphs; never an element, a URL or a script.
  const isRich = said['type'] === 'rich' && title === null;
  const text = isRich ? foreignLines(said['html'], CARDS.text, CARDS.lines) : null;
  return title || author || text ? { url, title, author, text } : null;
}

const TYPES: readonly unknown[] = ['video', 'rich', 'photo', 'link'];

function jsonIn({ status, headers, body, isWhole }: Answered): { [name: string]: unknown } | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (status !== 200 || !isWhole || !isJson || encoding !== 'identity') return null;
  try {
    const said: unknown = JSON.parse(body.toString());
    const fields = typeof said === 'object' ? { ...said } : {};
    return 'type' in fields && TYPES.includes(fields.type) ? fields : null;
  } catch {
    return null;
  }
}
