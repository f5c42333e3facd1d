// What the service says of an author: asked for once, however many widgets show it.

import type { EmbedDataAnswer } from '../../clients/typescript/src/api-types.ts';

export type Data = EmbedDataAnswer;

const PATIENCE_MS = 20_000;

const known = new Map<string, Promise<Data>>();

/** `script` is the address that this very code came from: the service is where it is. */
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
    // Whoever asks later may have more luck.
    known.delete(address);
    throw error;
  }
}
