// The response cache: answers are as if nothing were cached, for any change and while many read.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { DATABASES_IN_FULL, type DatabaseKind } from '../../support/databases/databases.ts';
import { gateAt } from '../../support/gate.ts';
import { listen } from '../../support/raw-http.ts';
import { rounds } from '../../support/soak.ts';
import { type Answers, answerFrom, Truth, wrongAt } from './answers.ts';
import { CHANGES, type Change } from './every-change.ts';
import { addressesIn, MAIN, type World, worldOn } from './world.ts';

const READERS = 4;

/** In full, everything runs on several worlds, with readers of everything at every change. */
const WORLDS = rounds(1, 10);
const IN_FULL = WORLDS > 1;
const READ = IN_FULL ? Number.POSITIVE_INFINITY : MAIN;

/** Readers who never stop, so that every response is cached as soon as it can be. */
class Crowd {
  #reads = 0;
  #isOver = false;
  readonly #origin: string;
  readonly #world: World;
  readonly #readers: Promise<void>[];

  constructor(origin: string, world: World) {
    this.#origin = origin;
    this.#world = world;
    this.#readers = Array.from({ length: READERS }, () => this.#read());
  }

  get #addresses() {
    return addressesIn(this.#world).slice(0, READ);
  }

  /** The readers take turns, so that each URL is read by one after the other. */
  async #read(): Promise<void> {
    while (!this.#isOver) {
      const addresses = this.#addresses;
      const address = addresses[this.#reads % addresses.length] ?? { path: '/' };
      this.#reads += 1;
      await answerFrom(this.#origin, address);
    }
  }

  /** Waits until all earlier reads have ended, and URLs read twice are cached. */
  async untilAllReadAgain(): Promise<void> {
    const until = this.#reads + 2 * this.#addresses.length + READERS;
    while (this.#reads < until) await setImmediate();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#readers);
  }
}

const TRIES = 2_000;

/** Another process may take a moment. */
async function wrongInTheEnd(origin: string, world: World, truth: Answers, count?: number) {
  let wrong: string[] = [];
  for (let left = TRIES; left > 0; left -= 1) {
    wrong = await wrongAt(origin, world, truth, count);
    if (wrong.length === 0) return [];
    await setTimeout(20);
  }
  return wrong;
}

const asText = (answers: Answers) => [...answers.values()].join('\n');

async function startAll(kind: DatabaseKind) {
  const world = await worldOn(kind);
  const other = await gateAt(world.gate.place, {}, world.gate.clock);
  const [here, there] = await Promise.all([world.gate.app, other.app].map(listen));
  const truth = await Truth.of(world);
  const origins = { here: `http://127.0.0.1:${here}`, there: `http://127.0.0.1:${there}` };
  let latest = await truth.answers(world);
  /** Answers twice, so that all is cached, and so that it is known what the next change changes. */
  for (let times = 2; times > 0; times -= 1) await wrongAt(origins.here, world, latest);
  return {
    world,
    ...origins,
    /** Makes a change; says what is true afterwards and whether it differs from before. */
    async change({ act }: Change) {
      await act(world);
      const [before, after] = [latest, await truth.answers(world)];
      latest = after;
      return { after, hasChanged: asText(after) !== asText(before) };
    },
  };
}

for (const kind of DATABASES_IN_FULL) {
  for (let at = 1; at <= WORLDS; at += 1) {
    describe(`the response cache, on ${kind}, ${at} of ${WORLDS}`, async () => {
      const { world, here, there, change: make } = await startAll(kind);

      for (const change of CHANGES) {
        test(`${change.name}, while many read`, async () => {
          const crowds =
            change.isCrowded || IN_FULL ? [new Crowd(here, world), new Crowd(there, world)] : [];
          const allRead = () => Promise.all(crowds.map((crowd) => crowd.untilAllReadAgain()));
          try {
            await allRead();
            const { after, hasChanged } = await make(change);
            assert.equal(hasChanged, change.isPrivate !== true);
            const wrongHere = change.isByHand ? wrongInTheEnd : wrongAt;
            assert.deepEqual(await wrongHere(here, world, after), []);
            // A response begun before the change and ended after it must not be cached.
            await allRead();
            if (crowds.length > 0) assert.deepEqual(await wrongAt(here, world, after, READ), []);
            assert.deepEqual(await wrongInTheEnd(there, world, after, READ), []);
          } finally {
            await Promise.all(crowds.map((crowd) => crowd.end()));
          }
        });
      }
    });
  }
}
