// Images for a piece: who may send them, what they become, and how they are sent to readers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { RATES } from '../../src/schemas/requests/rates.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { type DeskBrowser, OWN_FORM } from '../support/desk/desk-browser.ts';
import { at } from '../support/json.ts';
import { assertClean } from './cleanliness.ts';
import {
  ACCEPT,
  addressIn,
  file,
  flipBook,
  imagesOf,
  newPiece,
  painting,
  startStudio,
} from './image-world.ts';

const photo = await painting(50, 30).jpeg().toBuffer();

for (const kind of DATABASES_IN_FULL) {
  describe(`who may send images, on ${kind}`, async () => {
    const studio = await startStudio(kind);
    const ben = await studio.signedIn(await studio.writer('ben'));
    const sends = async (browser: DeskBrowser, token: string, piece = studio.piece) => {
      const parts = [{ name: CSRF_FIELD, body: token }, file(photo)];
      const answer = await browser.upload(imagesOf(piece), parts);
      return [answer.statusCode, at(answer.json(), 'ok')];
    };

    test('the writer of the piece', async () => {
      const answer = await studio.send([file(photo)]);
      const { url, ...rest } = answer.json();
      assert.match(url, /^\/media\/[0-9a-f]{64}-50x30$/);
      assert.deepEqual(rest, { ok: true, width: 50, height: 30 });
      assert.equal(answer.headers['cache-control'], 'no-store');
    });

    test('no other writer, and nobody without a session or a token', async () => {
      const stranger = studio.browser();
      assert.deepEqual(await sends(ben, await ben.csrfToken('/desk')), [404, false]);
      const token = await stranger.csrfToken('/desk/sign-in');
      assert.deepEqual(await sends(stranger, token), [401, false]);
      assert.deepEqual(await sends(studio.ada, ''), [403, false]);
      assert.deepEqual(await sends(studio.ada, token), [403, false]);
      assert.deepEqual(await sends(ben, await ben.csrfToken('/desk'), await newPiece(ben)), [
        200,
        true,
      ]);
    });

    test('nobody for a piece that is not there', async () => {
      for (const id of ['a0b1c2d3-e4f5-4a6b-8c7d-000000000000', 'nothing', '..%2f..']) {
        assert.deepEqual(await sends(studio.ada, studio.token, id), [404, false]);
      }
    });

    test('not from another site, and not without a form', async () => {
      const parts = [{ name: CSRF_FIELD, body: studio.token }, file(photo)];
      const url = imagesOf(studio.piece);
      const foreign = { ...OWN_FORM, origin: 'https://evil.example' };
      assert.equal((await studio.ada.upload(url, parts, foreign)).statusCode, 403);
      const headers = { ...OWN_FORM, 'content-type': 'image/jpeg' };
      const bare = await studio.ada.send({ method: 'POST', url, headers, payload: photo });
      assert.deepEqual([bare.statusCode, at(bare.json(), 'ok')], [400, false]);
      assert.equal((await studio.ada.open(url)).statusCode, 405);
    });

    test('a form that breaks off is refused', async () => {
      const type = 'multipart/form-data; boundary=b';
      const open = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
      for (const payload of [`${open}abc`, '--b', '', '--c--', `${open}abc\r\n--b\r\n`]) {
        const headers = { ...OWN_FORM, 'content-type': type };
        const url = imagesOf(studio.piece);
        const answer = await studio.ada.send({ method: 'POST', url, headers, payload });
        assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, answer.body);
        assert.equal(at(answer.json(), 'ok'), false);
      }
    });
  });
}

describe('how many pictures', () => {
  test('are limited for each writer', async () => {
    const studio = await startStudio('sqlite');
    const peer = { remoteAddress: '192.0.2.7' };
    const cy = await studio.signedIn(await studio.writer('cy'), peer);
    const url = imagesOf(await newPiece(cy));
    const parts = [{ name: CSRF_FIELD, body: await cy.csrfToken('/desk') }];
    for (let sent = 0; sent < RATES.upload.max; sent += 1) {
      assert.equal((await cy.upload(url, parts)).statusCode, 400);
    }
    const answer = await cy.upload(url, parts);
    assert.deepEqual([answer.statusCode, at(answer.json(), 'ok')], [429, false]);
    assert.ok(answer.headers['retry-after']);
    const dot = await studio.signedIn(await studio.writer('dot'), peer);
    const own = [{ name: CSRF_FIELD, body: await dot.csrfToken('/desk') }, file(photo)];
    addressIn(await dot.upload(imagesOf(await newPiece(dot)), own));
  });
});

describe('what an image becomes', async () => {
  const studio = await startStudio('sqlite');
  const get = (url: string, accept?: string, more = {}) =>
    studio.app.inject({ url, headers: { ...(accept && { accept }), ...more } });

  const CASES = [
    { name: 'a JPEG', sent: painting(50, 30).jpeg(), size: '50x30', fallback: 'jpeg' },
    { name: 'a WebP', sent: painting(50, 30, 3).webp(), size: '50x30', fallback: 'jpeg' },
    { name: 'an AVIF', sent: painting(50, 30, 5).avif(), size: '50x30', fallback: 'jpeg' },
    { name: 'a GIF', sent: painting(50, 30, 7).gif(), size: '50x30', fallback: 'jpeg' },
    { name: 'a PNG', sent: painting(50, 30, 9).png(), size: '50x30', fallback: 'jpeg' },
    {
      name: 'a PNG with transparency',
      sent: painting(50, 30, 11, 4).png(),
      size: '50x30',
      fallback: 'png',
    },
    {
      name: 'a PNG with transparency that it does not use',
      sent: painting(50, 30, 13).ensureAlpha(1).png(),
      size: '50x30',
      fallback: 'jpeg',
    },
    { name: 'grey', sent: painting(50, 30, 15).greyscale().png(), size: '50x30', fallback: 'jpeg' },
    {
      name: 'a JPEG for printing',
      sent: painting(50, 30, 17).toColourspace('cmyk').jpeg(),
      size: '50x30',
      fallback: 'jpeg',
    },
    {
      name: 'a JPEG that lies on its side',
      sent: painting(50, 30, 19).withMetadata({ orientation: 6 }).jpeg(),
      size: '30x50',
      fallback: 'jpeg',
    },
    { name: 'a wide one', sent: painting(4000, 10, 21).jpeg(), size: '2000x5', fallback: 'jpeg' },
    {
      name: 'a high one',
      sent: painting(900, 3000, 23).jpeg(),
      size: '600x2000',
      fallback: 'jpeg',
    },
    { name: 'a pixel', sent: painting(1, 1, 25).png(), size: '1x1', fallback: 'jpeg' },
  ];
  for (const { name, sent, size, fallback } of CASES) {
    test(`${name} becomes AVIF, WebP and ${fallback} of ${size}`, async () => {
      const url = addressIn(await studio.send([file(await sent.toBuffer())]));
      assert.ok(url.endsWith(`-${size}`), url);
      for (const [encoding, accept] of Object.entries(ACCEPT)) {
        const { headers, rawPayload } = await get(url, accept);
        const type = String(headers['content-type']);
        assert.equal(type, `image/${encoding === 'fallback' ? fallback : encoding}`);
        const { width, height } = await sharp(rawPayload).metadata();
        assert.equal(`${width}x${height}`, size);
        await assertClean(type, rawPayload);
      }
    });
  }

  for (const [name, sent] of [
    ['GIF', flipBook(40, 30, 6).gif({ delay: 80, loop: 0 })],
    ['WebP', flipBook(44, 30, 6).webp({ delay: 80, loop: 0 })],
  ] as const) {
    test(`a moving ${name} goes on moving, as WebP and GIF`, async () => {
      const url = addressIn(await studio.send([file(await sent.toBuffer())]));
      for (const [accept, type] of [
        [ACCEPT.avif, 'image/webp'],
        [ACCEPT.fallback, 'image/gif'],
      ] as const) {
        const { headers, rawPayload } = await get(url, accept);
        assert.equal(headers['content-type'], type);
        const { pages, loop, delay, pageHeight } = await sharp(rawPayload, {
          animated: true,
        }).metadata();
        assert.deepEqual([pages, loop, pageHeight, delay?.[0]], [6, 0, 30, 80]);
        await assertClean(type, rawPayload);
      }
    });
  }

  test('the same image twice has one address', async () => {
    const [one, other] = [await studio.send([file(photo)]), await studio.send([file(photo)])];
    assert.equal(addressIn(one), addressIn(other));
  });

  test('images that only AVIF tells apart have an address each', async () => {
    const shade = (g: number) =>
      sharp({ create: { width: 2, height: 2, channels: 3, background: { r: 0, g, b: 7 } } });
    const [one, other] = [await shade(0).webp().toBuffer(), await shade(1).webp().toBuffer()];
    assert.deepEqual(one, other);
    const urls = await Promise.all(
      [0, 1].map(async (g) =>
        addressIn(await studio.send([file(await shade(g).png().toBuffer())])),
      ),
    );
    assert.notEqual(urls[0], urls[1]);
  });

  test('a large photograph takes well under two seconds', async () => {
    const large = await painting(4000, 3000, 27).blur(2).jpeg().toBuffer();
    const start = process.cpuUsage();
    addressIn(await studio.send([file(large)]));
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 2_000_000, `${(user + system) / 1000} ms of work`);
  });

  test('it is immutable, shown anywhere, and never run', async () => {
    const { headers } = await get(addressIn(await studio.send([file(photo)])), ACCEPT.avif);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers['vary'], 'Accept');
    assert.match(String(headers['content-security-policy']), /^default-src 'none'.*sandbox/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal(headers['access-control-allow-origin'], '*');
  });

  const ACCEPTS: [string | undefined, string][] = [
    [undefined, 'jpeg'],
    ['', 'jpeg'],
    ['*/*', 'jpeg'],
    ['image/*', 'jpeg'],
    ['text/html', 'jpeg'],
    ['IMAGE/AVIF', 'avif'],
    ['image/avif, image/webp', 'avif'],
    ['image/webp, image/avif', 'avif'],
    ['image/webp;q=1, image/avif;q=0.5', 'webp'],
    ['image/avif;q=0, image/webp', 'webp'],
    ['image/avif;q=0, image/webp;q=0, */*', 'jpeg'],
    ['image/jpeg, image/webp;q=0.5', 'jpeg'],
    ['image/webp ; q=0.9 , */*;q=0.1', 'webp'],
    ['image/avif;q=nonsense', 'jpeg'],
    ['image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'avif'],
  ];
  for (const [accept, type] of ACCEPTS) {
    test(`Accept: ${accept} gets ${type}`, async () => {
      const url = addressIn(await studio.send([file(photo)]));
      assert.equal((await get(url, accept)).headers['content-type'], `image/${type}`);
    });
  }

  test('each encoding has a tag of its own', async () => {
    const url = addressIn(await studio.send([file(photo)]));
    const answers = await Promise.all(Object.values(ACCEPT).map((accept) => get(url, accept)));
    const tags = answers.map(({ headers }) => String(headers['etag']));
    assert.equal(new Set(tags).size, 3);
    const [avif = '', webp = ''] = tags;
    const held = async (tag: string) =>
      (await get(url, ACCEPT.avif, { 'if-none-match': tag })).statusCode;
    assert.deepEqual([await held(avif), await held(webp)], [304, 200]);
  });

  test('other addresses are not found', async () => {
    const name = addressIn(await studio.send([file(photo)])).slice('/media/'.length);
    for (const other of [
      ...[`${name}.avif`, `${name}.fallback`, `${name}.webp`, name.toUpperCase(), `${name}0`],
      ...['..%2f..%2fetc%2fpasswd', `..%2fmedia%2f${name}`, `${name}%00`, '.', ''],
      `${'0'.repeat(64)}-1x1`,
    ]) {
      const answer = await get(`/media/${other}`);
      assert.equal(answer.statusCode, 404, other);
    }
  });
});
