// What a test opens is closed with it, the last first: a service that nobody asks any more would go on
// working until the last test of its process has ended.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { TestContext } from 'node:test';

type Runner = typeof import('node:test');
type Work = (context: TestContext) => unknown;
type Close = () => unknown;

/** What the running test has opened. */
const opened = new AsyncLocalStorage<Close[]>();

/**
 * Node's `after` finds the running test by following every promise, which test-process.ts switches off for its cost.
 * Replaced here, `after` finds the test by AsyncLocalStorage instead.
 */
export function closeWithTheTest(): void {
  const runner: Runner = createRequire(import.meta.url)('node:test');
  const { after, test, it } = runner;
  Object.assign(runner, {
    after(close: Close) {
      const closes = opened.getStore();
      if (closes) closes.push(close);
      else after(() => closed(close));
    },
    test: following(test),
    it: following(it),
  });
}

/** The same function, whose tests know that they are running. */
function following<Declare extends Runner['test']>(declare: Declare): Declare {
  const declared = (...parts: unknown[]) =>
    Reflect.apply(
      declare,
      undefined,
      parts.map((part) => (isWork(part) ? closing(part) : part)),
    );
  return Object.assign(declared, declare);
}

/** One that fails must not keep the others open: the process would never end. */
async function closed(close: Close): Promise<void> {
  try {
    await close();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}

/** The longest file takes five minutes beside the others. In a soak, each test has its own limit alone. */
const LIMIT_MS = 900_000;

/** The runner would wait for a process that has run its tests, but still has something open. */
export function endAtLast(): void {
  if (process.env['SOAK']) return;
  const end = () => {
    console.error('This process does not end. It has open:', process.getActiveResourcesInfo());
    process.exit(1);
  };
  setTimeout(end, LIMIT_MS).unref();
}

const isWork = (part: unknown): part is Work => typeof part === 'function';

const closing = (work: Work) => (context: TestContext) => {
  const closes: Close[] = [];
  context.after(async () => {
    for (const close of closes.reverse()) await close();
  });
  return opened.run(closes, work, context);
};
