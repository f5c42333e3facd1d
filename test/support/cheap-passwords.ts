// Makes password hashes as cheap as possible in this process, since a real hash takes longer than most tests.
// Commands run in separate processes and hash at the real cost. A test can delay each hash.

import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// The package is changed before other modules import it, since they take its functions when they are loaded.
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash, verify } = argon2;

/** Wraps the work of each hash; a test may replace it, for example to delay hashes. */
export const hashing = { around: <Result>(work: () => Promise<Result>): Promise<Result> => work() };

Object.assign(argon2, {
  hash: (password: string) => hashing.around(() => hash(password, LEAST)),
  verify: (known: string, password: string) => hashing.around(() => verify(known, password)),
});
