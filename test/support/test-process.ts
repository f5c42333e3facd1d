// Prepares every process of the suite, before anything else is loaded.

import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { closeWithTheTest, endAtLast } from './ending.ts';
import { bundled, bundledPackages } from './processes/bundled.ts';
import { noteAtExit } from './processor-time.ts';

const require = createRequire(import.meta.url);
const SERVICE = new URL('../../src/', import.meta.url).href;
const PROPERTIES = new URL('properties.ts', import.meta.url).href;
const SCRIPTS_ONCE = new URL('processes/scripts-once.ts', import.meta.url).href;

noteAtExit();
endAtLast();

// Node's createHook is replaced, for the test runner only. The runner follows every promise to name the test of an
// uncaught error, which takes a fifth of the processor time. Without the hook, such an error fails the whole file.
const asyncHooks: typeof import('node:async_hooks') = require('node:async_hooks');
const { createHook } = asyncHooks;
Object.assign(asyncHooks, {
  createHook(callbacks: import('node:async_hooks').HookCallbacks) {
    const hook = createHook(callbacks);
    if (new Error().stack?.includes('test_runner')) hook.enable = () => hook;
    return hook;
  },
});

// Node's Worker is replaced, so that a thread of the service starts from the bundle, in a third of the time, and
// without the changes of this file.
class BundledWorker extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const isFile = file instanceof URL && file.protocol === 'file:';
    const started = isFile ? bundled(fileURLToPath(file)) : file;
    super(started, { execArgv: [], ...options });
  }
}
Object.assign(require('node:worker_threads'), { Worker: BundledWorker });

closeWithTheTest();
syncBuiltinESMExports();

// The largest packages come from their bundle, browser scripts from the cache, and fast-check with a fixed seed.
const packages = bundledPackages();
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'fast-check' && context.parentURL !== PROPERTIES) {
      return next(PROPERTIES, context);
    }
    const url = packages.get(specifier);
    if (url) return { url, format: 'module', shortCircuit: true };
    const isForBrowsers = specifier === 'esbuild' && context.parentURL?.startsWith(SERVICE);
    return next(isForBrowsers ? SCRIPTS_ONCE : specifier, context);
  },
});
