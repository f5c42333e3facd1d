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

/** `after` finds its test by what follows every promise; that is switched off, so here is another way. */
export function closeWithTheTest(): void {
  const runner: Runner = createRequire(import.meta.url)('node:test');
  const { after, test, it } = runner;
  Object.assign(runner, {
    after(close: Close) {
      const closes = opened.getStore();
      if (closes) closes.push(close);
      else after(close);
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

const isWork = (part: unknown): part is Work => typeof part === 'function';

const closing = (work: Work) => (context: TestContext) => {
  const closes: Close[] = [];
  context.after(async () => {
    for (const close of closes.reverse()) await close();
  });
  return opened.run(closes, work, context);
};
