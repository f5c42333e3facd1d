// Checks of the disk: images, permissions, free space.

import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFolder, operatorStorage } from '../../media/choose-storage.ts';
import { isMissing, listFolder } from '../../media/durable-files.ts';
import { sqliteFiles } from '../../store/sqlite/files.ts';
import { filesOf, namesIn } from '../images/image-names.ts';
import type { Context } from '../operation.ts';
import { type Finding, unless, well, wrong } from './finding.ts';

const LEAST_DISK_BYTES = 256 * 1024 * 1024;

const SHOWN = 3;
const OTHERS = 0o077;

/** Keeps only image names in memory: a hundred thousand take about 30 MB. */
export async function checkImages({ store, config }: Context): Promise<readonly Finding[]> {
  const stored = new Map<string, number>();
  try {
    for await (const { name, bytes } of operatorStorage(config).list()) stored.set(name, bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      wrong(
        `The images cannot be listed: ${why.replace(/\.?$/, '.')} Check MEDIA_URL or DATA_DIR.`,
      ),
    ];
  }
  const named = new Set<string>();
  const missing = new Map<string, string>();
  const empty = new Map<string, string>();
  for await (const { text, owner } of store.imageReferences.texts()) {
    for (const name of namesIn(text, config.baseUrl)) {
      named.add(name);
      const sizes = filesOf(name).map((file) => stored.get(file));
      if (sizes.includes(undefined)) missing.set(name, owner);
      else if (sizes.includes(0)) empty.set(name, owner);
    }
  }
  const problems = [...unusable(missing, 'missing'), ...unusable(empty, 'empty files')];
  return unless(problems, `images, ${named.size} referred to`);
}

function unusable(images: ReadonlyMap<string, string>, how: string): Finding[] {
  if (images.size === 0) return [];
  const shown = [...images].slice(0, SHOWN).map(([name, owner]) => `/media/${name} in ${owner}`);
  const more = images.size > SHOWN ? ' and more' : '';
  return [
    wrong(
      `${images.size} images are ${how}: ${shown.join(', ')}${more}. ` +
        'Copy them from a backup, or upload them again.',
    ),
  ];
}

/** Checks permissions, because database and images include drafts, e-mail addresses and password hashes. */
export async function checkPermissions({ config }: Context): Promise<readonly Finding[]> {
  // On Windows, mode bits don't show the permissions.
  if (process.platform === 'win32') return [];
  const { dataDir } = config;
  const images = mediaFolder(config);
  const problems: Finding[] = [];
  try {
    for (const path of [dataDir, ...sqliteFiles(dataDir), images]) {
      const open = await openToOthers(path);
      if (!open) continue;
      problems.push(wrong(`${open.words}. Run chmod ${open.isFolder ? 700 : 600} ${path}`));
    }
    problems.push(...(await openImages(images)));
  } catch (error) {
    problems.push(unreadable(error));
  }
  return unless(problems, 'permissions of files');
}

/** Reports only the first image that others can read, because one command fixes all. */
async function openImages(images: string): Promise<Finding[]> {
  for await (const { name } of listFolder(images)) {
    const open = await openToOthers(join(images, name));
    if (open) return [wrong(`${open.words}. Run chmod -R go= ${images}`)];
  }
  return [];
}

/** The error's message already includes the path. */
function unreadable(error: unknown): Finding {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return wrong(
    `Files cannot be checked: ${error.message}. Make the service's user their owner, ` +
      'and run doctor as that user.',
  );
}

async function openToOthers(path: string) {
  try {
    const found = await stat(path);
    const given = found.mode & 0o777;
    if ((given & OTHERS) === 0) return null;
    const words = `${path} is open to other users (mode ${given.toString(8)})`;
    return { words, isFolder: found.isDirectory() };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);

export async function checkDisk(
  { config: { dataDir } }: Pick<Context, 'config'>,
  leastBytes: number = LEAST_DISK_BYTES,
): Promise<readonly Finding[]> {
  const disk = await statfs(dataDir).catch((error) => {
    // The data folder may be missing if the service uses PostgreSQL and a bucket.
    if (isMissing(error)) return null;
    return unreadable(error);
  });
  if (!disk) return [];
  if ('words' in disk) return [disk];
  const left = disk.bavail * disk.bsize;
  if (left >= leastBytes && (disk.files === 0 || disk.ffree > 0)) {
    return [well(`disk, ${megabytes(left)} MB left`)];
  }
  return [
    wrong(
      `The disk of ${dataDir} has ${megabytes(left)} MB and ${disk.ffree} files left. ` +
        'Make room before writes fail.',
    ),
  ];
}
