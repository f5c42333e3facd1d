// Passwords hashed at the least cost, in this process alone: an honest hash takes longer than most
// tests, and checking one takes what making it took. Commands, in processes of their own, make
// honest ones.

import { createRequire } from 'node:module';

type Argon2 = typeof import('@node-rs/argon2');

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// Before anyone imports it: what is imported is what the package's object has by then.
const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;
Object.assign(argon2, { hash: (password: string) => hash(password, LEAST) });
