// Places in the overflow file: the oldest go first, and a key is known by its last place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Place } from '../../../src/http/cache/cached-response.ts';
import { Places } from '../../../src/http/cache/places.ts';

const MOST = 50_000;

const SHAPE = { route: '/', headers: [], own: [], for304: [] };
const LENGTHS = { headBytes: 0, readsBytes: 0, bodyBytes: 1 };

const placeAt = (at: number): Place => ({ at, shape: SHAPE, ...LENGTHS, validAt: 1, timesRead: 0 });

test('of more than there is memory for, the last are known', () => {
  const places = new Places();
  for (let at = 0; at < 3 * MOST; at += 1) places.add(`/${at}`, placeAt(at));
  assert.equal(places.of(`/${2 * MOST - 1}`), undefined);
  assert.equal(places.of(`/${2 * MOST}`)?.at, 2 * MOST);
});

test('one that is written again and again takes no room of the others', () => {
  const places = new Places();
  places.add('first', placeAt(0));
  for (let at = 1; at < 3 * MOST; at += 1) {
    places.forget('again');
    places.add('again', placeAt(at));
  }
  assert.equal(places.of('first')?.at, 0);
  assert.equal(places.of('again')?.at, 3 * MOST - 1);
});

test('what is written over is forgotten, and nothing else', () => {
  const act = fc.record({ key: fc.constantFrom(...'abcdef'), isForgotten: fc.boolean() });
  fc.assert(
    fc.property(fc.array(act), fc.nat(20), (acts, end) => {
      const places = new Places();
      const model = new Map<string, number>();
      for (const [at, { key, isForgotten }] of acts.entries()) {
        places.add(key, placeAt(at));
        model.set(key, at);
        if (!isForgotten) continue;
        places.forget(key);
        model.delete(key);
      }
      places.forgetFrom(0, end);
      for (const key of 'abcdef') {
        const at = model.get(key);
        assert.equal(places.of(key)?.at, at === undefined || at < end ? undefined : at);
      }
    }),
  );
});
