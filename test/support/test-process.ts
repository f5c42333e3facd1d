// What every process of the suite does before anything else is loaded.

import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { noteAtExit } from './processor-time.ts';

const require = createRequire(import.meta.url);

if (isMainThread) noteAtExit();

// The service is not overloaded because of the delay of the event loop: in a test the loop is busy
// with the test itself, and with the files that share its process.
const perfHooks: typeof import('node:perf_hooks') = require('node:perf_hooks');
const { monitorEventLoopDelay } = perfHooks;
Object.assign(perfHooks, {
  monitorEventLoopDelay() {
    const histogram = monitorEventLoopDelay();
    Object.defineProperty(histogram, 'mean', { value: 0 });
    return histogram;
  },
});

// The test runner follows every promise, to name the test whose error nobody caught; that takes a
// fifth of the processor's time. Without, such an error fails its file.
const asyncHooks: typeof import('node:async_hooks') = require('node:async_hooks');
const { createHook } = asyncHooks;
Object.assign(asyncHooks, {
  createHook(callbacks: import('node:async_hooks').HookCallbacks) {
    const hook = createHook(callbacks);
    if (new Error().stack?.includes('test_runner')) hook.enable = () => hook;
    return hook;
  },
});
