// The delay of the event loop, as the service measures it to know that it is overloaded: none here.
// In a test the loop is busy with the test itself, and with the files that share its process.

import { createRequire } from 'node:module';

type PerfHooks = typeof import('node:perf_hooks');

// Before the service is loaded: it takes what the module's object has by then.
const perfHooks: PerfHooks = createRequire(import.meta.url)('node:perf_hooks');
const { monitorEventLoopDelay } = perfHooks;

Object.assign(perfHooks, {
  monitorEventLoopDelay() {
    const histogram = monitorEventLoopDelay();
    Object.defineProperty(histogram, 'mean', { value: 0 });
    return histogram;
  },
});
