// The paths of the bundles, for starting the service's processes and threads, and for loading its packages.

import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { STARTED } from '../../../bin/bundle.ts';

/** The bundle to start instead of a file of the service, or the file itself if it has no bundle. */
export function bundled(file: string): string {
  const folder = process.env['TEST_BUNDLE'];
  if (!folder || !STARTED.includes(file)) return file;
  return join(folder, basename(file).replace(/ts$/, 'mjs'));
}

/** Packages with hundreds of modules each, which test processes also load from a bundle. */
export const PACKAGES = ['typebox', 'kysely', 'kysely/migration', 'fast-check'];

export const outOf = (name: string) => `package-${name.replace('/', '-')}`;

/** The URLs to load instead of packages, by the name in the import. */
export function bundledPackages(): Map<string, string> {
  const folder = process.env['TEST_BUNDLE'];
  const urlOf = (name: string) => pathToFileURL(join(folder ?? '', `${outOf(name)}.mjs`)).href;
  return new Map(folder ? PACKAGES.map((name) => [name, urlOf(name)]) : []);
}
