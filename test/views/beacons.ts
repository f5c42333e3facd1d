// The request that a piece's page sends, and the number of readers counted.

import type { Context } from '../../src/operations/operation.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export const beacon = (id: string, headers: { [name: string]: string } = {}) => ({
  method: 'POST' as const,
  url: `/read/${id}`,
  headers: {
    host: 'press.example',
    origin: 'https://press.example',
    'sec-fetch-site': 'same-origin',
    'user-agent': FIREFOX,
    ...headers,
  },
});

/** The total number of a piece's readers. */
export async function readersOf({ store }: Context, pieceId: string): Promise<number> {
  const hours = await store.views.hoursOf(pieceId, '');
  return hours.reduce((sum, { views }) => sum + views, 0);
}
