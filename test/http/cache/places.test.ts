// Places in the overflow file: the oldest go first, and a key is known by its last place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Places } from '../../../src/http/cache/places.ts';

const BYTES_A_PLACE = 4_096;
const MOST = 50_000;

const SHAPE = { route: '/', headers: [], own: [], for304: [] };
const LENGTHS = { headBytes: 0, readsBytes: 0, bodyBytes: 1, unpackedBytes: 0, sum: 0 };

const placeAt = (at: number) => ({ at, shape: SHAPE, ...LENGTHS, validAt: at });

test('of more than there is memory for, the last are known', () => {
  const places = new Places(MOST * BYTES_A_PLACE);
  for (let at = 0; at < 3 * MOST; at += 1) places.add(`/${at}`, placeAt(at));
  const known = (at: number) => places.of(`/${at}`)?.at === at;
  // Of so many, a few have the same hash, and are known by the later one.
  const later = Array.from({ length: MOST }, (_, nth) => 2 * MOST + nth);
  assert.ok(later.filter(known).length > MOST - 20);
  assert.ok(later.every((at) => known(at - MOST) === false));
});

test('a place has a number that no other ever had, and what is said of it is not said of another', () => {
  const places = new Places(3 * BYTES_A_PLACE);
  const numbers = new Set<number>();
  for (let at = 0; at < 20; at += 1) {
    const before = places.of('/0');
    places.add(`/${at % 5}`, placeAt(at));
    const place = places.of(`/${at % 5}`);
    assert.ok(place);
    numbers.add(place.number);
    assert.deepEqual([places.validAt(place), places.countRead(place, 4)], [at, 1]);
    if (before && places.of('/0')?.number !== before.number) {
      places.setValidAt(before, 1_000);
      assert.equal(places.validAt(place), at);
    }
  }
  assert.equal(numbers.size, 20);
});

test('reads are counted from 0 again', () => {
  const places = new Places(BYTES_A_PLACE);
  places.add('a', placeAt(0));
  const place = places.of('a');
  assert.ok(place);
  const counts = Array.from({ length: 5 }, () => places.countRead(place, 4));
  assert.deepEqual(counts, [1, 2, 3, 4, 1]);
});

test('what is written over or forgotten is not known, and everything else is', () => {
  const act = fc.record({ key: fc.nat(40), isForgotten: fc.boolean() });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), fc.nat(200), (acts, end) => {
      const room = 16;
      const places = new Places(room * BYTES_A_PLACE);
      const model = new Map<number, number>();
      for (const [at, { key, isForgotten }] of acts.entries()) {
        places.add(`/${key}`, placeAt(at));
        model.set(key, at);
        if (!isForgotten) continue;
        places.forget(`/${key}`);
        model.delete(key);
      }
      places.forgetFrom(0, end);
      const oldest = Math.max(end, acts.length - room);
      for (let key = 0; key <= 40; key += 1) {
        const at = model.get(key);
        assert.equal(places.of(`/${key}`)?.at, at === undefined || at < oldest ? undefined : at);
      }
    }),
  );
});
