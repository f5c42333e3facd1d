// Passwords hashed at the least cost, in this process alone: an honest hash takes longer than most
// tests, and checking one takes what making it took. Commands, in processes of their own, make
// honest ones. A test may hold each of them up.

import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// Before anyone imports it: what is imported is what the package's object has by then.
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash, verify } = argon2;

/** What happens around each hash: nothing, unless a test replaces it. */
export const hashing = { around: <Result>(work: () => Promise<Result>): Promise<Result> => work() };

Object.assign(argon2, {
  hash: (password: string) => hashing.around(() => hash(password, LEAST)),
  verify: (known: string, password: string) => hashing.around(() => verify(known, password)),
});
