// Hostile uploads: each is refused with words, or only the image is left of it; memory is bounded.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ERRORS } from '../../src/errors.ts';
import { IMAGE_LIMITS } from '../../src/schemas/images/image-limits.ts';
import { at } from '../support/json.ts';
import { assertClean, MARK } from './cleanliness.ts';
import { type HostileFile, NEUTRALISED, REFUSED, TOO_MANY_PIXELS } from './hostile-files.ts';
import { ACCEPT, addressIn, file, painting, startStudio } from './image-world.ts';

/** The worst image takes 75 MB; decoded pixels, the test's own files and uncollected garbage come on top. */
const MOST_GROWTH_MB = 500;

const megabytes = () => process.memoryUsage.rss() / 1024 / 1024;

describe('hostile uploads', async () => {
  const studio = await startStudio('sqlite', { RATE_LIMITS: 'off' });
  const good = await painting(80, 60).jpeg().toBuffer();
  addressIn(await studio.send([file(good)]));
  const before = megabytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, 5);
  after(() => clearInterval(watch));
  const kept = () => readdir(join(studio.dataDir, 'media'));

  const upload = ({ bytes, fileName, type }: HostileFile) =>
    studio.send([file(bytes, fileName, type)]);

  for (const [code, files] of [
    ['image_refused', REFUSED],
    ['image_too_many_pixels', TOO_MANY_PIXELS],
  ] as const) {
    for (const each of files) {
      test(`${each.name}: ${code}`, async () => {
        const names = await kept();
        const answer = await upload(each);
        const { status, reason } = ERRORS[code];
        assert.deepEqual(answer.json(), { ok: false, reason, code });
        assert.equal(answer.statusCode, status);
        assert.deepEqual(await kept(), names);
      });
    }
  }

  for (const each of NEUTRALISED) {
    test(`${each.name}: nothing but an image is left`, async () => {
      const answer = await upload(each);
      assert.doesNotMatch(answer.body, new RegExp(`${MARK}|passwd|windows`));
      const url = addressIn(answer);
      for (const accept of Object.values(ACCEPT)) {
        const sent = await studio.app.inject({ url, headers: { accept } });
        assert.equal(sent.statusCode, 200);
        await assertClean(String(sent.headers['content-type']), sent.rawPayload);
      }
    });
  }

  const LARGE = Buffer.concat([good, Buffer.alloc(IMAGE_LIMITS.uploadBytes)]);
  const FORMS = [
    { name: 'a file of nothing', parts: [file(Buffer.alloc(0))], code: 'image_empty' },
    { name: 'no file', parts: [], code: 'no_image' },
    { name: 'two files', parts: [file(good), file(good)], code: 'no_image' },
    {
      name: 'a text in the place of the file',
      parts: [{ name: 'file', body: 'a' }],
      code: 'no_image',
    },
    {
      name: 'a file under another name',
      parts: [{ ...file(good), name: 'picture' }],
      code: 'no_image',
    },
    { name: 'a file that is too large', parts: [file(LARGE)], code: 'image_too_large' },
    {
      name: 'a form in the form',
      parts: [
        file(
          '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--b--',
          'a',
          'multipart/mixed; boundary=b',
        ),
      ],
      code: 'image_refused',
    },
  ] as const;
  for (const { name, parts, code } of FORMS) {
    test(`${name}: ${code}`, async () => {
      const answer = await studio.send([...parts]);
      const { status, reason } = ERRORS[code];
      assert.deepEqual(answer.json(), { ok: false, reason, code });
      assert.equal(answer.statusCode, status);
    });
  }

  test('names and words of the sender are nowhere in the storage', async () => {
    for (const name of await kept()) {
      assert.match(name, /^[0-9a-f]{64}-\d+x\d+\.(avif|webp|fallback)$/);
    }
  });

  test('the refusals say what is accepted', () => {
    for (const code of ['image_refused', 'no_image', 'image_too_large'] as const) {
      assert.match(ERRORS[code].reason, /JPEG, PNG, WebP, GIF or AVIF of at most 10 MiB/);
    }
    assert.match(String(at(ERRORS, 'image_too_many_pixels', 'reason')), /at most 50 million/);
  });

  test('memory stayed within its bound', () => {
    const growth = peak - before;
    assert.ok(growth < MOST_GROWTH_MB, `grew by ${Math.round(growth)} MB`);
  });
});
