// The empty place that a restore needs: refused if in use, cleared of what a killed restore left.

import { open, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { mediaFolder } from '../../media/choose-storage.ts';
import { isMissing, isPartial, makePrivateFolder } from '../../media/durable-files.ts';
import { PRIVATE } from '../../private-files.ts';
import { isOfCacheFile } from '../../store/cached-responses/cached-responses.ts';
import { rowsAt } from '../../store/postgres/exported-snapshot.ts';
import { isErasedList } from '../erasure/erased-list.ts';

/** A file that exists during a restore, with the process id and the names of the images that it writes. */
const MARK = '.restoring';

interface Unfinished {
  readonly pid: number;
  readonly images: ReadonlySet<string>;
}

/** Reserves the place until it is released. Throws if the place is not empty. */
export async function takeTarget(config: Config, images: readonly string[]) {
  const mark = join(config.dataDir, MARK);
  const unfinished = await readMark(mark);
  if (unfinished && isRunning(unfinished.pid)) {
    throw new OperatorError(
      `Nothing was restored: another restore (process ${unfinished.pid}) is under way in ` +
        `${config.dataDir}. Wait for it, or stop it; if it is not a restore, remove ${mark}.`,
    );
  }
  await refuseUsed(config, unfinished);
  await makePrivateFolder(config.dataDir);
  if (unfinished) await removeLeftovers(config, unfinished);
  const file = await open(mark, 'wx', PRIVATE.file);
  try {
    await file.writeFile([process.pid, ...images].join('\n'));
    await file.sync();
  } finally {
    await file.close();
  }
  return { release: () => rm(mark, { force: true }) };
}

async function readMark(mark: string): Promise<Unfinished | null> {
  try {
    const [pid, ...images] = (await readFile(mark, 'utf8')).split('\n');
    return { pid: Number(pid), images: new Set(images) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** After a restart or in a container, another process, even this one, may have the same id. */
function isRunning(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ignores images in a bucket: their names are hashes, so a restore can't replace one with different content. */
async function refuseUsed(config: Config, unfinished: Unfinished | null): Promise<void> {
  const { databaseUrl, dataDir } = config;
  const media = mediaFolder(config);
  const images = (await entriesOf(media)).filter((name) => !isLeftover(name, unfinished));
  if (images.length > 0) throw notEmpty(media, images[0]);
  if (!databaseUrl) {
    const inUse = (await entriesOf(dataDir)).filter(
      (name) => !mayStay(name) && !(unfinished && isOfRestore(name)),
    );
    if (inUse.length > 0) throw notEmpty(dataDir, inUse[0]);
    return;
  }
  const [table] = Object.keys(await rowsAt(databaseUrl));
  if (table) throw notEmpty('the database of DATABASE_URL', table);
}

/** The list of erased accounts is there for backups that are restored. */
const mayStay = (name: string) =>
  name === 'lost+found' || isOfCacheFile(name) || isErasedList(name);

const isLeftover = (name: string, unfinished: Unfinished | null) =>
  unfinished !== null && (isPartial(name) || unfinished.images.has(name));

const isOfRestore = (name: string) => name === MARK || name === 'media' || isPartial(name);

const notEmpty = (place: string, what: string | undefined) =>
  new OperatorError(
    `Nothing was restored: ${place} is not empty (it has ${what}). Restore into an empty place.`,
  );

async function removeLeftovers(config: Config, unfinished: Unfinished): Promise<void> {
  const media = mediaFolder(config);
  for (const name of await entriesOf(media)) {
    if (isLeftover(name, unfinished)) await rm(join(media, name));
  }
  await rmdir(media).catch(() => {});
  for (const name of await entriesOf(config.dataDir)) {
    if (name === MARK || isPartial(name)) await rm(join(config.dataDir, name));
  }
}

const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
