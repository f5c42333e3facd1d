// The data of an author, requested once and cached, however many widgets show it.

import type { EmbedDataAnswer } from '../../clients/typescript/src/api-types.ts';

export type Data = EmbedDataAnswer;

const PATIENCE_MS = 20_000;

const known = new Map<string, Promise<Data>>();

/** `script` is the URL of this script, on the service. */
export function dataOf(script: string, slug: string): Promise<Data> {
  const address = new URL(`embed/${encodeURIComponent(slug)}/data.json`, script).href;
  const asked = known.get(address) ?? ask(address);
  known.set(address, asked);
  return asked;
}

async function ask(address: string): Promise<Data> {
  try {
    const answer = await fetch(address, {
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
    return await answer.json();
  } catch (error) {
    // Not cached, so that a later request can succeed.
    known.delete(address);
    throw error;
  }
}
