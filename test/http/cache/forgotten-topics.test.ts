// The test of every change finds a forgotten dependency: each declared topic is left out in turn, and some answer is stale.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ReadRecord } from '../../../src/store/topics/read-record.ts';
import { listen } from '../../support/raw-http.ts';
import { rounds } from '../../support/soak.ts';
import { Truth, wrongAt } from './answers.ts';
import { CHANGES } from './every-change.ts';
import { worldOn } from './world.ts';

/** Longer than a process takes to hear of another's change. */
const HEARD_MS = 150;

/** A statement that declares nothing. */
const UNDECLARED = 'undeclared';

const kindOf = (topic: string) => topic.split(':', 1)[0] ?? '';

/** Topics that are left out: those of this kind, in statements whose first topic is of that kind; `all` for any. */
interface Forgotten {
  kind: string;
  of: string;
}

const nameOf = ({ kind, of }: Forgotten) => `${kind} of ${of}`;

/** The first few in every run. */
const FORGOTTEN: Forgotten[] = [
  { kind: UNDECLARED, of: 'all' },
  { kind: 'tag', of: 'all' },
  ...['pieces', 'piece', 'pieces-of', 'category', 'slug', 'author', 'byline', 'piece-slug'].map(
    (kind) => ({ kind, of: 'all' }),
  ),
  ...['products', 'products-of', 'piece-products', 'product-pieces'].map((kind) => ({
    ...{ kind, of: 'all' },
  })),
  ...['pieces', 'category', 'tag', 'piece', 'products'].map((of) => ({ kind: 'byline', of })),
  ...['pieces', 'category', 'tag', 'piece', 'pieces-of', 'piece-slug'].map((of) => ({
    ...{ kind: 'piece', of },
  })),
];

async function whileForgetting<Result>(
  { kind, of }: Forgotten,
  work: () => Promise<Result>,
): Promise<Result> {
  const { add } = ReadRecord.prototype;
  ReadRecord.prototype.add = function (reads) {
    if (reads === null) return add.call(this, kind === UNDECLARED ? [] : null);
    const isMeant = of === 'all' || kindOf(reads[0] ?? '') === of;
    return add.call(this, isMeant ? reads.filter((topic) => kindOf(topic) !== kind) : reads);
  };
  try {
    return await work();
  } finally {
    ReadRecord.prototype.add = add;
  }
}

/** The first change after which something is stale, and where. */
async function firstStale(): Promise<string | null> {
  const world = await worldOn('sqlite');
  const origin = `http://127.0.0.1:${await listen(world.gate.app)}`;
  const truth = await Truth.of(world);
  const before = await truth.answers(world);
  for (let times = 3; times > 0; times -= 1) await wrongAt(origin, world, before);
  for (const { name, act, isByHand } of CHANGES) {
    await act(world);
    if (isByHand) await setTimeout(HEARD_MS);
    const [wrong] = await wrongAt(origin, world, await truth.answers(world));
    if (wrong) return `${name}: ${wrong.split('\n', 1)[0]}`;
  }
  return null;
}

describe('what a statement forgets to declare', () => {
  for (const forgotten of FORGOTTEN.slice(0, rounds(2, FORGOTTEN.length))) {
    test(`${nameOf(forgotten)} is found`, async (t) => {
      const stale = await whileForgetting(forgotten, firstStale);
      assert.notEqual(stale, null);
      t.diagnostic(`${nameOf(forgotten)}: ${stale}`);
    });
  }
});
