// Images in a bucket: signed as AWS has it, read back, and plain words when it cannot be reached.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { configFrom } from '../../src/config.ts';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { leadsTo } from '../support/desk/desk-browser.ts';
import { at } from '../support/json.ts';
import { KEY, mediaUrlOf, SECRET, startBucket } from './bucket-server.ts';
import { ACCEPT, addressIn, file, painting, startStudio } from './image-world.ts';

const UNUSABLE = [
  ...['https://KEY:hunter2@host/bucket', 's3://host/bucket', 's3://KEY@host/bucket'],
  ...['s3://KEY:hunter2@host', 's3://KEY:hunter2@host/', 's3://KEY:hunter2@host/a/b'],
  ...['s3://KEY:hunter2@host/bucket?tls=maybe', 's3://KEY:hunter2@host/bucket?colour=red'],
  ...['s3://KEY:hunter2@host/bucket#a', 's3://KEY:hunter2/2@host/bucket', 'hunter2'],
  ...['s3://KEY:%zzhunter2@host/bucket', 's3://KEY:hunter2@host/bucket?region=a%20b'],
  ...['s3://:hunter2@host/bucket', 's3://KEY:hunter2@/bucket', 's3://KEY:hunter2@ho%20st/bucket'],
];

const USABLE = {
  's3://KEY:S%2FT@s3.example/bucket': ['https://s3.example', 'bucket', 'us-east-1', 'KEY', 'S/T'],
  's3://K:S@[::1]:9000/my.bucket/?region=eu-west-3&tls=off': [
    ...['http://[::1]:9000', 'my.bucket', 'eu-west-3', 'K', 'S'],
  ],
  's3://K:S@s3.example:8443/bucket?tls=on': [
    ...['https://s3.example:8443', 'bucket', 'us-east-1', 'K', 'S'],
  ],
};

describe('MEDIA_URL', () => {
  for (const MEDIA_URL of UNUSABLE) {
    test(`${MEDIA_URL} is refused, and not repeated`, () => {
      const names = { name: 'OperatorError', message: /^MEDIA_URL is not usable: (?!.*hunter2)/ };
      assert.throws(() => configFrom({ MEDIA_URL }), names);
    });
  }
  for (const [MEDIA_URL, expected] of Object.entries(USABLE)) {
    test(`${MEDIA_URL} is read`, () => {
      const bucket = configFrom({ MEDIA_URL }).mediaBucket;
      const { endpoint, name, region, accessKeyId, secretAccessKey } = bucket ?? assert.fail();
      assert.deepEqual([endpoint, name, region, accessKeyId, secretAccessKey], expected);
    });
  }
  test('without one, there is no bucket', () => {
    assert.equal(configFrom({ MEDIA_URL: ' ' }).mediaBucket, null);
  });
});

describe('pictures in a bucket', async () => {
  const bucket = await startBucket();
  const studio = await startStudio('sqlite', { MEDIA_URL: mediaUrlOf(bucket) });
  const photo = await painting(50, 30).jpeg().toBuffer();

  test('are put there, signed, and read back in every encoding', async () => {
    const url = addressIn(await studio.send([file(photo)]));
    assert.deepEqual(bucket.refusals, []);
    const names = ['avif', 'fallback', 'webp'].map((each) => `${url}.${each}`);
    const paths = names.map((name) => name.replace('/media/', '/pictures/'));
    assert.deepEqual([...bucket.objects.keys()].toSorted(), paths);
    for (const accept of Object.values(ACCEPT)) {
      const answer = await studio.app.inject({ url, headers: { accept } });
      assert.equal(answer.statusCode, 200);
      assert.ok([...bucket.objects.values()].some((kept) => kept.equals(answer.rawPayload)));
    }
    assert.equal(existsSync(join(studio.dataDir, 'media')), false);
  });

  test('an avatar too', async () => {
    const parts = [
      { name: CSRF_FIELD, body: studio.token },
      { ...file(photo), name: 'picture' },
    ];
    leadsTo(await studio.ada.upload('/desk/edit/profile/picture', parts));
    const { body } = await studio.ada.open('/desk/edit/profile');
    const url = /\/media\/[0-9a-f]{64}\.webp/.exec(body)?.[0] ?? assert.fail(body);
    const answer = await studio.app.inject(url);
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp']);
  });

  test('what a key uploads too, and it is private there as well', async () => {
    const { key } = await createKey(studio.context, {
      ...{ writer: 'ada', name: 'agent', scope: 'pieces:write', expiresAt: null },
    });
    const headers = { authorization: `Bearer ${key}` };
    const upload = () =>
      studio.app.inject({
        ...{ method: 'POST', url: '/api/v1/images', payload: photo },
        headers: { ...headers, 'content-type': 'image/jpeg' },
      });
    const before = bucket.objects.size;
    const answer = await upload();
    assert.equal(answer.statusCode, 201, answer.body);
    const url = new URL(String(at(answer.json(), 'url'))).pathname;
    assert.equal(bucket.objects.size, before + 3);
    assert.equal((await upload()).json().url, answer.json().url);
    assert.equal(bucket.objects.size, before + 3);
    assert.equal((await studio.app.inject(url)).statusCode, 404);
    const seen = await studio.app.inject({ url, headers });
    assert.deepEqual([seen.statusCode, seen.headers['cache-control']], [200, 'no-store']);
    bucket.broken = 500;
    for (const refused of [await upload(), await studio.app.inject({ url, headers })]) {
      assert.equal(refused.statusCode, 503, refused.body);
      assert.ok(at(refused.json(), 'code'));
      assert.ok(!refused.body.includes(SECRET));
    }
    bucket.broken = null;
  });

  test('one that is not there is not found', async () => {
    assert.equal((await studio.app.inject(`/media/${'0'.repeat(64)}-1x1`)).statusCode, 404);
  });

  test('a bucket that fails is said, and its secret is not', async () => {
    const url = addressIn(await studio.send([file(photo)]));
    for (const status of [500, 403, 301]) {
      bucket.broken = status;
      for (const answer of [await studio.send([file(photo)]), await studio.app.inject(url)]) {
        assert.equal(answer.statusCode, 503, answer.body);
        assert.match(answer.body, /^\{"ok":false,"reason":"Images cannot be stored or shown/);
        assert.ok(!answer.body.includes(SECRET) && !answer.body.includes(KEY));
        assert.ok(answer.headers['retry-after']);
      }
    }
    bucket.broken = null;
  });

  test('a wrong secret is refused by the bucket', async () => {
    const other = await startStudio('sqlite', { MEDIA_URL: mediaUrlOf(bucket, 'wrong') });
    const { statusCode } = await other.send([file(photo)]);
    assert.deepEqual([statusCode, new Set(bucket.refusals)], [503, new Set(['the signature'])]);
  });

  test('a bucket that is not there is said', async () => {
    const MEDIA_URL = 's3://K:S@127.0.0.1:1/pictures?tls=off';
    const other = await startStudio('sqlite', { MEDIA_URL });
    assert.equal((await other.send([file(photo)])).statusCode, 503);
  });
});
