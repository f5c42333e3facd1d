// Where the bundles are, for those who start a process or a thread of the service, or load its packages.

import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { STARTED } from '../../../bin/bundle.ts';

/** What to start instead of a file of the service: the file itself, where there is no bundle of it. */
export function bundled(file: string): string {
  const folder = process.env['TEST_BUNDLE'];
  if (!folder || !STARTED.includes(file)) return file;
  return join(folder, basename(file).replace(/ts$/, 'mjs'));
}

/** Packages of hundreds of modules each, which the processes of tests load from a bundle too. */
export const PACKAGES = ['typebox', 'kysely', 'kysely/migration', 'fast-check'];

export const outOf = (name: string) => `package-${name.replace('/', '-')}`;

/** What to load instead of a package, by the name that it is imported by. */
export function bundledPackages(): Map<string, string> {
  const folder = process.env['TEST_BUNDLE'];
  const urlOf = (name: string) => pathToFileURL(join(folder ?? '', `${outOf(name)}.mjs`)).href;
  return new Map(folder ? PACKAGES.map((name) => [name, urlOf(name)]) : []);
}
