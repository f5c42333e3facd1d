// Images that a program uploads: what is taken, what is refused, and that nothing is left of what is refused.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { PARTIAL_MS, sweepImages, UNREFERENCED_MS } from '../../src/operations/images/sweep.ts';
import { IMAGE_LIMITS } from '../../src/schemas/images/image-limits.ts';
import { REFUSED, TOO_MANY_PIXELS } from '../media/hostile-files.ts';
import { painting } from '../media/image-world.ts';
import {
  DATABASES_IN_FULL,
  type DatabaseKind,
  freshPlace,
} from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { addKey, addWriter, startGate } from '../support/gate.ts';
import { at, type Json } from '../support/json.ts';
import { listen } from '../support/raw-http.ts';

const FORMATS: { [type: string]: Buffer } = {
  'image/jpeg': await painting(40, 30).jpeg().toBuffer(),
  'image/png': await painting(40, 30, 2).png().toBuffer(),
  'image/webp': await painting(40, 30, 3).webp().toBuffer(),
  'image/gif': await painting(40, 30, 4).gif().toBuffer(),
  'image/avif': await painting(40, 30, 5).avif({ effort: 0 }).toBuffer(),
};
const JPEG = FORMATS['image/jpeg'] ?? Buffer.alloc(0);
const LARGE = Buffer.concat([JPEG, Buffer.alloc(IMAGE_LIMITS.uploadBytes)]);

const BOUNDARY = 'a-boundary';
const form = (bytes: Buffer, name = 'file', end = `\r\n--${BOUNDARY}--\r\n`) => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  body: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\n` +
        'Content-Type: image/jpeg\r\n\r\n',
    ),
    bytes,
    Buffer.from(end),
  ]),
});

interface Body {
  type?: string;
  body: Buffer | string;
}

const hostile = (name: string): Body => {
  const found = [...REFUSED, ...TOO_MANY_PIXELS].find((each) => each.name === name);
  return { type: 'image/png', body: found?.bytes ?? assert.fail(name) };
};

const BAD: [name: string, code: ErrorCode, sent: Body][] = [
  ['no body', 'no_image', { body: '' }],
  ['an empty body', 'image_empty', { type: 'image/png', body: '' }],
  ['half an image', 'image_refused', { type: 'image/jpeg', body: JPEG.subarray(0, 200) }],
  ['an SVG', 'image_refused', hostile('SVG by its own name')],
  ['a script', 'image_refused', hostile('script that begins as a GIF')],
  ['a bomb', 'image_too_many_pixels', { type: 'image/png', body: TOO_MANY_PIXELS[0]?.bytes ?? '' }],
  ['more than ten megabytes', 'image_too_large', { type: 'image/jpeg', body: LARGE }],
  ['more than ten megabytes in a form', 'image_too_large', form(LARGE)],
  ['a form with another field', 'no_image', form(JPEG, 'picture')],
  ['a form with an empty file', 'image_empty', form(Buffer.alloc(0))],
  ['half a form', 'bad_request', form(JPEG, 'file', '')],
  ['a form without a boundary', 'bad_request', { type: 'multipart/form-data', body: JPEG }],
  ['JSON', 'image_type_refused', { type: 'application/json', body: '{}' }],
  ['bytes of no type', 'image_type_refused', { type: 'application/octet-stream', body: JPEG }],
  ['text', 'image_type_refused', { type: 'text/plain', body: 'text' }],
];

async function startUploads(kind: DatabaseKind, settings = {}) {
  const { dataDir } = await freshPlace('sqlite');
  const gate = await startGate(kind, { DATA_DIR: dataDir, ...settings });
  await addWriter(gate, 'ada');
  const { id, key } = await addKey(gate, 'ada');
  const folder = join(dataDir, 'media');
  return {
    ...{ ...gate, gate, dataDir, folder, id, key },
    upload: ({ type, body }: Body, by = key, remoteAddress = '127.0.0.1') =>
      gate.app.inject({
        ...{ method: 'POST', url: '/api/v1/images', payload: body, remoteAddress },
        headers: { authorization: `Bearer ${by}`, ...(type && { 'content-type': type }) },
      }),
    files: async () => (existsSync(folder) ? readdir(folder) : []),
    rows: () => sqlAt(gate.place, 'SELECT hash FROM key_images'),
    /** The status for the key, or for an anonymous client. */
    statusOf: async (url: string, by?: string) =>
      (
        await gate.app.inject({
          url: new URL(url).pathname,
          headers: by ? { authorization: `Bearer ${by}` } : {},
        })
      ).statusCode,
  };
}

for (const kind of DATABASES_IN_FULL) {
  describe(`images of a key, on ${kind}`, async () => {
    const world = await startUploads(kind);
    const { upload, files, rows, statusOf, key, gate } = world;
    const port = await listen(gate.app);

    for (const [type, body] of Object.entries(FORMATS)) {
      test(`${type} is taken, as the body and in a form, and is one image`, async () => {
        const answers = [
          await upload({ type, body }),
          await upload({ type: 'image/png', body }),
          await upload(form(body)),
        ];
        const [first, ...others] = answers.map((answer) => answer.json<Json>());
        for (const answer of answers) assert.equal(answer.statusCode, 201, answer.body);
        for (const other of others) assert.deepEqual(other, first);
        const url = String(at(first, 'url'));
        const path = url.replace('https://press.example', '');
        assert.match(url, /^https:\/\/press\.example\/media\/[0-9a-f]{64}-40x30$/);
        assert.deepEqual(first, {
          ...{ ok: true, url, markdown: `![](${path})`, width: 40, height: 30 },
        });
        assert.equal(answers[0]?.headers.location, url);
        assert.deepEqual([await statusOf(url, key), await statusOf(url)], [200, 404]);
      });
    }

    test('another key that sends the same has another image, and sees only that', async () => {
      const other = (await addKey(gate, 'ada')).key;
      const body = { type: 'image/jpeg', body: JPEG };
      const [mine, theirs] = [
        String(at((await upload(body)).json<Json>(), 'url')),
        String(at((await upload(body, other)).json<Json>(), 'url')),
      ];
      assert.notEqual(mine, theirs);
      assert.deepEqual(
        [await statusOf(mine, other), await statusOf(theirs, other), await statusOf(theirs, key)],
        [404, 200, 404],
      );
    });

    for (const [name, code, sent] of BAD) {
      test(`${name} is ${code}, and nothing is left of it`, async () => {
        const before = [(await files()).length, (await rows()).length];
        const answer = await upload(sent);
        assert.equal(at(answer.json<Json>(), 'code'), code, answer.body);
        assert.equal(answer.statusCode, ERRORS[code].status);
        assert.deepEqual([(await files()).length, (await rows()).length], before);
      });
    }

    test('who may not upload is told so before anything is read', async () => {
      const reading = (await addKey(gate, 'ada', { scope: 'pieces:read' })).key;
      for (const [by, code] of [
        [reading, 'scope_refused'],
        ['pk_live_0', 'key_refused'],
      ] as const) {
        const answer = await upload({ type: 'image/jpeg', body: LARGE }, by);
        assert.equal(at(answer.json<Json>(), 'code'), code);
      }
      const nobody = await gate.app.inject({ method: 'POST', url: '/api/v1/images' });
      assert.deepEqual([nobody.statusCode, nobody.headers['www-authenticate']], [401, 'Bearer']);
    });

    test('a key that is revoked while its image arrives leaves none', async () => {
      const own = await addKey(gate, 'ada');
      const before = [(await files()).length, (await rows()).length];
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text;
      });
      socket.write(
        'POST /api/v1/images HTTP/1.1\r\nHost: press.example\r\nConnection: close\r\n' +
          `Authorization: Bearer ${own.key}\r\nContent-Type: image/jpeg\r\n` +
          `Content-Length: ${JPEG.length}\r\n\r\n`,
      );
      socket.write(JPEG.subarray(0, 100));
      const isLetIn = async () =>
        (await gate.context.store.keys.byId(own.id))?.last_used_at !== null;
      while (!(await isLetIn())) await setImmediate();
      await revokeKey(gate.context, own.id);
      socket.write(JPEG.subarray(100));
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1\.1 403 .*key_refused/s);
      assert.deepEqual([(await files()).length, (await rows()).length], before);
    });

    test('one that nobody uses is swept after a month, and its name stays private', async () => {
      const url = String(
        at(
          (
            await upload({ type: 'image/png', body: await painting(9, 9).png().toBuffer() })
          ).json<Json>(),
          'url',
        ),
      );
      const name = new URL(url).pathname.replace('/media/', '');
      let now = Date.now();
      const context = { ...gate.context, now: () => new Date(now) };
      await sweepImages(context);
      now += UNREFERENCED_MS + 2 * PARTIAL_MS;
      await sweepImages(context);
      assert.ok(!(await files()).some((each) => each.startsWith(name)));
      await writeFile(join(world.folder, `${name}.fallback`), JPEG);
      assert.deepEqual([await statusOf(url, key), await statusOf(url)], [200, 404]);
    });

    test('where they can’t be stored, the answer says so, and none is public', async () => {
      await rm(world.folder, { recursive: true });
      await writeFile(world.folder, 'not a folder');
      const answer = await upload({ type: 'image/jpeg', body: JPEG });
      assert.deepEqual([answer.statusCode, at(answer.json(), 'code')], [503, 'images_unavailable']);
      await rm(world.folder);
      assert.equal((await upload({ type: 'image/jpeg', body: JPEG })).statusCode, 201);
    });
  });
}

test('590 at once: some are stored, the others hear when to try again, and no half is left', async () => {
  const { upload, files, rows, statusOf, key } = await startUploads('sqlite');
  const bodies = await Promise.all(
    Array.from({ length: 590 }, (_, seed) =>
      painting(4, 3 + (seed % 97), seed)
        .png()
        .toBuffer(),
    ),
  );
  const answers = await Promise.all(bodies.map((body) => upload({ type: 'image/png', body })));
  const stored = answers.filter(({ statusCode }) => statusCode === 201);
  assert.ok(stored.length >= 20, String(stored.length));
  for (const { statusCode, headers } of answers.filter((each) => !stored.includes(each))) {
    assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
  }
  for (const answer of stored) {
    assert.equal(await statusOf(String(at(answer.json<Json>(), 'url')), key), 200);
  }
  const hashes = new Set((await files()).map((name) => name.slice(0, 64)));
  assert.deepEqual(hashes, new Set((await rows()).map(({ hash }) => hash)));
});

test('60 in a quarter of an hour, by key, beside its drafts and reads', async () => {
  const { upload, gate, key } = await startUploads('sqlite');
  const sent = { type: 'image/png', body: 'no image' };
  for (let left = 59; left >= 0; left -= 1) {
    const { headers, statusCode } = await upload(sent, key, '203.0.113.7');
    assert.deepEqual([statusCode, headers['ratelimit-remaining']], [400, String(left)]);
  }
  const refused = await upload(sent, key, '203.0.113.8');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['ratelimit-policy'], '"images";q=60;w=900');
  const other = (await addKey(gate, 'ada')).key;
  assert.equal((await upload(sent, other, '203.0.113.7')).statusCode, 400);
});

test('a body without end is cut off at ten megabytes', async () => {
  const { app, key, files } = await startUploads('sqlite');
  const port = await listen(app);
  let told = { answer: '', sent: 0 };
  // Hung up on, a client that goes on may lose the answer before it has read it.
  for (let tries = 0; tries < 5 && told.answer === ''; tries += 1) told = await flooded(port, key);
  assert.match(told.answer, /^HTTP\/1\.1 413 .*image_too_large/s);
  assert.ok(told.sent < 4 * IMAGE_LIMITS.uploadBytes, String(told.sent));
  assert.deepEqual(await files(), []);
});

async function flooded(port: number, key: string): Promise<{ answer: string; sent: number }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  // The service closes the connection of a client that keeps sending.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(
    'POST /api/v1/images HTTP/1.1\r\nHost: press.example\r\nConnection: close\r\n' +
      `Authorization: Bearer ${key}\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const chunk = Buffer.alloc(65_536);
  let sent = 0;
  const more = () => {
    while (socket.writable && sent < 4 * IMAGE_LIMITS.uploadBytes) {
      sent += chunk.length;
      socket.write('10000\r\n');
      socket.write(chunk);
      if (!socket.write('\r\n')) return;
    }
  };
  socket.on('drain', more);
  more();
  await closed;
  return { answer, sent };
}
