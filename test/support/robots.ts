// Reads a robots.txt with two independent parsers.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

// These packages have no types, or types for another kind of module.
const require = createRequire(import.meta.url);
const robotsParser: (
  url: string,
  robots: string,
) => { isAllowed(url: string, crawler: string): boolean | undefined } = require('robots-parser');
const parse: (robots: string) => Promise<object> = require('robots-txt-parse');
const guard: (parsed: object) => { isAllowed(crawler: string, path: string): boolean } =
  require('robots-txt-guard');

/** Whether a crawler may read a path. Fails if the parsers disagree. */
export async function mayRead(robots: string, crawler: string, path: string): Promise<boolean> {
  const base = 'https://press.example';
  const one = robotsParser(`${base}/robots.txt`, robots).isAllowed(base + path, crawler);
  const other = guard(await parse(robots)).isAllowed(crawler, path);
  assert.equal(one, other, `${crawler} at ${path}`);
  return other;
}
