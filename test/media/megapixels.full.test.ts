// IMAGE_MEGAPIXELS: the operator's limit, by what decoding an image would hold in memory.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tooManyPixels } from '../../src/errors.ts';
import { addressIn, file, painting, startStudio } from './image-world.ts';

describe('the largest image', async () => {
  const studio = await startStudio('sqlite', { IMAGE_MEGAPIXELS: '1', RATE_LIMITS: 'off' });

  const TOO_LARGE = {
    'a progressive JPEG': painting(1000, 1000).jpeg({
      progressive: true,
      chromaSubsampling: '4:4:4',
    }),
    'a JPEG with more pixels': painting(1001, 1000).jpeg(),
    'a PNG with 16 bits': painting(900, 900, 1, 4).toColourspace('rgb16').png(),
    'a WebP': painting(1200, 1200).webp(),
    // Nine bytes for each pixel.
    'an AVIF': painting(420, 420).avif({ effort: 0 }),
  };
  for (const [name, image] of Object.entries(TOO_LARGE)) {
    test(`${name} is refused, with the limit`, async () => {
      const answer = await studio.send([file(await image.toBuffer())]);
      assert.equal(answer.statusCode, 413);
      assert.deepEqual(answer.json(), {
        ...{ ok: false, code: 'image_too_many_pixels', reason: tooManyPixels(1) },
      });
      const avatar = await studio.ada.upload('/desk/edit/profile/picture', [
        { name: 'form_token', body: studio.token },
        { ...file(await image.toBuffer()), name: 'picture' },
      ]);
      assert.equal(avatar.statusCode, 413);
    });
  }

  test('an image that holds no more than the limit is taken', async () => {
    addressIn(await studio.send([file(await painting(1000, 1000).jpeg().toBuffer())]));
    addressIn(await studio.send([file(await painting(700, 700).png().toBuffer())]));
    addressIn(await studio.send([file(await painting(380, 380).avif({ effort: 0 }).toBuffer())]));
  });
});
