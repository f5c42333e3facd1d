// The file of cached responses: after any damage, it returns the stored response or none.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { rounds } from '../../support/soak.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { logOf, responseOf, responsesAt } from './stored.ts';

type Responses = ReturnType<typeof responsesAt>;

const folder = await temporaryFolder('cached-responses');
let count = 0;
const freshPath = () => join(folder, `${++count}.db`);

const KEYS = Array.from({ length: 300 }, (_, nth) => `key ${nth}`);
const UNTIL_MS = 20_000;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + UNTIL_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < end, 'in twenty seconds');
    await setTimeout(2);
  }
}

/** How many of the keys it has. Each has all of its response. */
function countThere(responses: Responses, keys = KEYS): number {
  let there = 0;
  for (const key of keys) {
    const found = responses.get(key);
    if (!found) continue;
    const { head, body, reads } = responseOf(key);
    assert.deepEqual([found.head, Buffer.from(found.body), found.reads], [head, body, reads]);
    there += 1;
  }
  return there;
}

async function fill(responses: Responses, keys = KEYS): Promise<void> {
  await until(async () => {
    await responses.look();
    for (const key of keys.filter((each) => !responses.get(each))) {
      responses.put(key, responseOf(key));
    }
    return countThere(responses, keys) === keys.length;
  });
}

async function filledFile(): Promise<string> {
  const path = freshPath();
  const responses = responsesAt(path);
  await fill(responses);
  await responses.close();
  return path;
}

/** A process that finds this file serves from it what is still right, or nothing, and fills it again. */
async function usesFile(path: string, given: Parameters<typeof responsesAt>[1] = {}) {
  const told: string[] = [];
  const responses = responsesAt(path, { ...given, warn: (words) => told.push(words) });
  await responses.look();
  const there = countThere(responses);
  await fill(responses);
  await responses.close();
  return { there, told };
}

test('what one process has stored, the next one has', async () => {
  const path = await filledFile();
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await usesFile(path), { there: KEYS.length, told: [] });
});

test('what has changed since is not there, before a restart and after it', async () => {
  const path = freshPath();
  const log = logOf();
  const responses = responsesAt(path, { log });
  await fill(responses);
  log.changes.note(['key:key 7']);
  assert.equal(responses.get('key 7'), undefined);
  assert.equal(countThere(responses), KEYS.length - 1);
  await responses.close();
  const next = responsesAt(path, { log });
  await next.look();
  assert.equal(countThere(next), KEYS.length - 1);
  log.changes.noteEverything();
  assert.equal(countThere(next), 0);
  await next.close();
});

test('while changes may be missed, nothing is there and nothing is stored', async () => {
  const log = logOf();
  const known = { isHeard: true };
  const version = () => (known.isHeard ? log.changes.version : null);
  const responses = responsesAt(freshPath(), { log: { ...log, version } });
  await fill(responses);
  known.isHeard = false;
  assert.equal(countThere(responses), 0);
  responses.put('other', responseOf('other'));
  known.isHeard = true;
  assert.equal(countThere(responses), KEYS.length);
  await responses.look();
  assert.equal(responses.get('other'), undefined);
  await responses.close();
});

/** Damage to a file while no process has it open, and how much is left afterwards. */
const FAULTS: { [what: string]: (path: string) => Promise<unknown> } = {
  'a text file in its place': (path) => writeFile(path, 'Not a database. '.repeat(1_000)),
  'a file of another program in its place': async (path) => {
    const { DatabaseSync } = await import('node:sqlite');
    await rm(path);
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE responses (name TEXT); CREATE TABLE origin (name TEXT)');
    other.close();
  },
  'a folder in its place': async (path) => {
    await rm(path);
    await mkdir(path);
  },
  'a named pipe in its place': async (path) => {
    await rm(path);
    await promisify(execFile)('mkfifo', [path]);
  },
  'a truncated file': async (path) => truncate(path, randomInt((await stat(path)).size)),
  'an empty file': (path) => truncate(path, 0),
  'no file': (path) => rm(path),
  'the log of another file beside it': async (path) => {
    const other = freshPath();
    const responses = responsesAt(other, { fingerprint: 'two' });
    await fill(responses);
    await copyFile(`${other}-wal`, `${path}-wal`);
    await responses.close();
  },
};

describe('a file with a fault', () => {
  for (const [what, happens] of Object.entries(FAULTS)) {
    test(`${what}: nothing wrong is served, and it is filled again`, async () => {
      const path = await filledFile();
      await happens(path);
      const { told } = await usesFile(path);
      assert.ok(told.length <= 1, told.join('\n'));
    });
  }

  test('of another version is thrown away with one line', async () => {
    const { there, told } = await usesFile(await filledFile(), { fingerprint: 'two' });
    assert.deepEqual([there, told.length], [0, 1]);
    assert.match(told[0] ?? '', /another version/);
  });

  test('of another database is thrown away with one line', async () => {
    const { there, told } = await usesFile(await filledFile(), { log: logOf(['second']) });
    assert.deepEqual([there, told.length], [0, 1]);
    assert.match(told[0] ?? '', /another database/);
  });

  test(`with flipped bits serves nothing wrong`, async () => {
    const whole = await readFile(await filledFile());
    for (let round = 0; round < rounds(8, 200); round += 1) {
      const path = freshPath();
      const damaged = Buffer.from(whole);
      // Some in the first pages, which say where everything is.
      for (let flip = 0; flip < 20; flip += 1) {
        const at = randomInt(round % 2 === 0 ? damaged.length : 8_192);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << randomInt(8));
      }
      await writeFile(path, damaged);
      await usesFile(path);
    }
  });

  test('with bits that flip while it is open serves nothing wrong', async () => {
    const path = freshPath();
    const responses = responsesAt(path);
    await fill(responses);
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    for (let flip = 0; flip < rounds(40, 400); flip += 1) {
      await file.write(Buffer.from([randomInt(256)]), 0, 1, randomInt(size));
      countThere(responses);
      responses.put('other', responseOf('other'));
    }
    await file.close();
    await fill(responses);
    await responses.close();
  });

  test('that another is copied over serves nothing of that', async () => {
    const other = freshPath();
    const elsewhere = responsesAt(other);
    await elsewhere.look();
    for (const key of KEYS) {
      elsewhere.put(key, { ...responseOf(key), body: Buffer.from('of another database') });
    }
    await elsewhere.close();
    const path = freshPath();
    const responses = responsesAt(path);
    await fill(responses);
    await copyFile(other, path);
    countThere(responses);
    await fill(responses);
    await responses.close();
  });
});

describe('a file that is in use', () => {
  test('begins again when it was deleted', async () => {
    const path = freshPath();
    const responses = responsesAt(path);
    await fill(responses);
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
    await fill(responses);
    await until(async () => {
      await responses.look();
      return stat(path).then(
        () => true,
        () => false,
      );
    });
    await fill(responses);
    await responses.close();
  });

  test('is shared by several, and each has what the others have stored', async () => {
    const path = freshPath();
    const log = logOf();
    const all = [1, 2, 3].map(() => responsesAt(path, { log }));
    for (const each of all) await each.look();
    for (const [nth, key] of KEYS.entries()) all[nth % 3]?.put(key, responseOf(key));
    for (const each of all) await until(() => countThere(each) === KEYS.length);
    await Promise.all(all.map((each) => each.close()));
    assert.equal((await usesFile(path, { log })).there, KEYS.length);
  });

  test('has no more than it may, and the youngest', async () => {
    const path = freshPath();
    const bytes = 12 * 1024 * 1024;
    const responses = responsesAt(path, { bytes });
    const body = Buffer.alloc(256 * 1024, 'x');
    for (let nth = 0; nth < 100; nth += 1) {
      await responses.look();
      responses.put(`${nth}`, { ...responseOf('long'), body });
      await until(() => responses.get(`${nth}`) !== undefined);
    }
    assert.equal(responses.get('0'), undefined);
    assert.ok(responses.get('90'));
    const { size } = await stat(path);
    assert.ok(size <= bytes, `${size} bytes`);
    await responses.close();
  });

  test('takes no more to be written than there is memory for', async () => {
    const responses = responsesAt(freshPath());
    await responses.look();
    const long = { ...responseOf('long'), body: Buffer.alloc(1024 * 1024) };
    for (let nth = 0; nth < 100; nth += 1) responses.put(`${nth}`, long);
    await responses.close();
    const late = { ...responseOf('late'), body: Buffer.alloc(1) };
    responses.put('late', late);
    assert.equal(responses.get('late'), undefined);
  });
});

test('where there can be no file, the service goes on without one', async () => {
  for (const path of ['/dev/null/nowhere/file.db', '/proc/nowhere/file.db', '/proc/file.db']) {
    const told: string[] = [];
    const responses = responsesAt(path, { warn: (words) => told.push(words) });
    await responses.look();
    await responses.look();
    responses.put('a', responseOf('a'));
    assert.equal(responses.get('a'), undefined);
    assert.ok(told.length <= 1);
    await responses.close();
  }
  const off = responsesAt(freshPath(), { bytes: 0 });
  await off.look();
  off.put('a', responseOf('a'));
  assert.equal(off.get('a'), undefined);
  await off.close();
});

test('a folder that is missing is made, for its owner alone', async () => {
  const missing = join(folder, 'missing');
  const responses = responsesAt(join(missing, 'file.db'));
  await fill(responses);
  assert.equal((await stat(missing)).mode & 0o777, 0o700);
  await responses.close();
});

test('a process that is killed while it writes leaves nothing wrong behind', async () => {
  const path = freshPath();
  const keys = Array.from({ length: 2_000 }, (_, nth) => `key ${nth}`);
  for (let round = 0; round < rounds(2, 20); round += 1) {
    const program = new URL('./writing-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await setTimeout(randomInt(60));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const told: string[] = [];
    const responses = responsesAt(path, { warn: (words) => told.push(words) });
    await responses.look();
    assert.ok(countThere(responses, keys) > 0, told.join('\n'));
    assert.deepEqual(told, []);
    await responses.close();
  }
});

test('a file that is emptied is another file, and has nothing of the one before', async () => {
  const path = freshPath();
  const responses = responsesAt(path);
  await fill(responses);
  const before = await stat(path);
  const [filled, emptied] = [responses.generation, responses.empty('of the test')];
  await emptied;
  await assert.rejects(stat(path), /ENOENT/);
  await responses.look();
  assert.notEqual(responses.generation, filled);
  assert.equal(countThere(responses), 0);
  assert.ok((await stat(path)).size < before.size);
  await fill(responses);
  await responses.close();
  await responses.empty('closed before');
});
