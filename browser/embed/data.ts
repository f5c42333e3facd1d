// The data of an author, requested once and cached, regardless of how many widgets show it.

import type { EmbedDataAnswer } from '../../clients/typescript/src/api-types.ts';

export type Data = EmbedDataAnswer;

const PATIENCE_MS = 20_000;

const known = new Map<string, Promise<Data>>();

/** `script` is the URL of embed.js on the service. */
export function dataOf(script: string, slug: string): Promise<Data> {
  const url = new URL(`embed/${encodeURIComponent(slug)}/data.json`, script).href;
  const asked = known.get(url) ?? ask(url);
  known.set(url, asked);
  return asked;
}

async function ask(url: string): Promise<Data> {
  try {
    const answer = await fetch(url, {
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
    return await answer.json();
  } catch (error) {
    // A failed request is not cached, so that a later one can succeed.
    known.delete(url);
    throw error;
  }
}
