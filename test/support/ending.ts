// Closes what a test has opened when the test ends, in reverse order. A service left open would keep running until
// the last test of its process has ended.

import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { TestContext } from 'node:test';

type Runner = typeof import('node:test');
type Work = (context: TestContext) => unknown;
type Close = () => unknown;

/** The close functions of the running test. */
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

/** Wraps `test` or `it`, so that `after` knows which test is running. */
function following<Declare extends Runner['test']>(declare: Declare): Declare {
  const declared = (...parts: unknown[]) =>
    Reflect.apply(
      declare,
      undefined,
      parts.map((part) => (isWork(part) ? closing(part) : part)),
    );
  return Object.assign(declared, declare);
}

/** Runs a close function. A failure must not keep the others from running, or the process would never end. */
async function closed(close: Close): Promise<void> {
  try {
    await close();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}

/**
 * The limit for a process: the longest file takes five minutes while others run. In a soak, only single tests have
 * limits.
 */
const LIMIT_MS = 900_000;

/** Ends a process whose tests are done but that still has something open; the runner would wait for it forever. */
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
