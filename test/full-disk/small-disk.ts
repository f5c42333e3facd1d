// A disk of a few megabytes that a test fills to the last byte and frees again. Needs root on Linux.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';

const exec = promisify(execFile);
/** In falling order: the last one is a page, the least that the disk gives. */
const CHUNKS = [1024 * 1024, 64 * 1024, 4_096];

export interface SmallDisk {
  /** An empty folder on it. */
  folder(name: string): Promise<string>;
  /** Leaves no page free, also where something was freed since the last time. */
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** `leave` runs before it is taken away. */
export async function smallDisk(megabytes: number, leave = async () => {}): Promise<SmallDisk> {
  const root = await mkdtemp(join(tmpdir(), 'standfirst-disk-'));
  const options = `size=${megabytes}m,mode=755`;
  await exec('mount', ['-t', 'tmpfs', '-o', options, 'standfirst-test', root]).catch((cause) => {
    throw new Error('A full disk needs root: it is a file system of its own.', { cause });
  });
  after(async () => {
    await leave();
    // Lazily: what was killed a moment ago may still have a file open.
    await exec('umount', ['--lazy', root]);
    await rm(root, { recursive: true, force: true });
  });
  const ballast = join(root, 'ballast');
  return {
    async folder(name) {
      const path = join(root, name);
      await mkdir(path);
      return path;
    },
    fill: () => fill(ballast),
    free: () => rm(ballast, { force: true }),
  };
}

async function fill(ballast: string): Promise<void> {
  const file = await open(ballast, 'a');
  try {
    for (const size of CHUNKS) await appendUntilFull(file, Buffer.alloc(size));
  } finally {
    await file.close();
  }
}

async function appendUntilFull(
  file: Awaited<ReturnType<typeof open>>,
  bytes: Buffer,
): Promise<void> {
  for (;;) {
    try {
      await file.appendFile(bytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
