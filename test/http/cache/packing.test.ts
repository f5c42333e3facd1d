// Packed responses: what is unpacked is what was packed, whatever stands between.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOf } from '../../../src/http/cache/cached-response.ts';
import { OverflowFile } from '../../../src/http/cache/overflow-file.ts';
import { Packing } from '../../../src/http/cache/packing.ts';
import { type Codec, documentedCodec, reusedCodec } from '../../../src/http/cache/zstd-codec.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROUTES = ['/author/:slug/:piece', '/api/public/pieces/:id'];

/** From nothing to more than is packed. */
const bodies = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0, max: 1_200 }))
  .map(([text, times]) => `<article>${text.repeat(times)}</article>`);

const LONG = Buffer.from('What stands in every page of a site. '.repeat(400));
const ROOM = Buffer.alloc(64 * 1024);

const folder = await temporaryFolder('packing');

test('what was packed for the file is read as it was, beside what was not', async () => {
  const given = fc.array(
    fc.record({ route: fc.constantFrom(...ROUTES), body: bodies, isPacked: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(given, async (responses) => {
      const file = new OverflowFile(folder, 64 * 1024 * 1024);
      for (const [at, { route, body, isPacked }] of responses.entries()) {
        const head = { route, etag: '"a"', headers: ['etag', '"a"'], headersFor304: [] };
        const response = { ...head, body, bodyEncoding: 'utf8' as const, reads: [], validAt: 1 };
        await (isPacked ? file.putPacked(`${at}`, response) : file.put(`${at}`, response));
      }
      for (const [at, { route, body }] of responses.entries()) {
        const place = file.placeOf(`${at}`);
        const found = place && file.read(`${at}`, place);
        assert.ok(found, `the ${at}th is there`);
        assert.deepEqual([found.route, bytesOf(found).toString()], [route, body]);
      }
      await file.close();
    }),
    { numRuns: 50 },
  );
});

test('what was sent before is not overwritten by the next that is unpacked', async () => {
  const file = new OverflowFile(folder, 64 * 1024 * 1024);
  const head = { route: '/a', etag: '"a"', headers: [], headersFor304: [] };
  const bodyOf = (mark: string) => `${LONG}${mark.repeat(1_000)}`;
  for (const mark of ['a', 'b']) {
    const response = { ...head, body: bodyOf(mark), bodyEncoding: 'utf8' as const };
    await file.putPacked(mark, { ...response, reads: [], validAt: 1 });
  }
  const [a, b] = ['a', 'b'].map((mark) => {
    const place = file.placeOf(mark);
    return place ? file.read(mark, place) : null;
  });
  assert.ok(a && b && typeof a.body !== 'string');
  assert.equal(bytesOf(a).toString(), bodyOf('a'));
  assert.equal(bytesOf(b).toString(), bodyOf('b'));
  await file.close();
});

test('a short one of a route takes less than half the room once there was one before', () => {
  const packing = new Packing();
  const [first, second] = ['one', 'two'].map((mark) => Buffer.from(`${LONG}${mark}`));
  assert.ok(first && second && packing.pack('/a', first));
  const packed = packing.pack('/a', second);
  assert.ok(packed && packed.length < second.length / 50, `${packed?.length}`);
  assert.deepEqual(packing.unpack('/a', packed, second.length), second);
  assert.equal(packing.unpack('/b', packed, second.length), null, 'another route');
});

test('what is very short or long is not packed', () => {
  const packing = new Packing();
  for (const bytes of [0, 1_023, 32 * 1024 + 1]) {
    assert.equal(packing.pack('/a', Buffer.alloc(bytes, 'a')), null, `${bytes}`);
  }
  for (const bytes of [1_024, 32 * 1024]) {
    assert.ok(packing.pack('/a', Buffer.alloc(bytes, 'a')), `${bytes}`);
  }
});

const CODECS: { [name: string]: (dictionary: Buffer) => Codec | null } = {
  'a stream that is used again': (dictionary) => reusedCodec(dictionary, ROOM),
  'what Node documents': documentedCodec,
};

for (const [name, codecFor] of Object.entries(CODECS)) {
  test(`with ${name}, what is cut off, no such text or of another length is nothing, and the next is right`, () => {
    const codec = codecFor(LONG);
    assert.ok(codec, 'this Node has it');
    const { compress, decompress } = codec;
    const plain = Buffer.from(`${LONG}, and an end of its own`);
    const compressed = compress(plain);
    const isRight = () => assert.deepEqual(decompress(compressed, plain.length), plain);
    isRight();
    assert.equal(decompress(compressed.subarray(0, -8), plain.length), null, 'cut off');
    isRight();
    assert.equal(decompress(Buffer.from('no such thing'), plain.length), null, 'no such thing');
    isRight();
    for (const bytes of [plain.length - 1, plain.length + 1]) {
      assert.equal(decompress(compressed, bytes), null, `${bytes} bytes`);
    }
    isRight();
    assert.deepEqual(compress(plain), compressed, 'again');
  });
}

test('both ways understand each other', () => {
  const [one, other] = [reusedCodec(LONG, ROOM), documentedCodec(LONG)];
  const plain = Buffer.from(`Another beginning. ${LONG}`);
  assert.ok(one);
  assert.deepEqual(one.decompress(other.compress(plain), plain.length), plain);
  assert.deepEqual(other.decompress(one.compress(plain), plain.length), plain);
});
