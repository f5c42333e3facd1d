// The social image: a PNG of the size that networks want, for any script, kept by what is on it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { drawable } from '../../src/media/drawable-text.ts';
import { drawSocialImage } from '../../src/media/social-image.ts';
import { SOCIAL_IMAGE } from '../../src/schemas/images/image-limits.ts';
import { author, piece } from '../support/archive/records.ts';
import { isFull, someOf } from '../support/full.ts';
import { startService } from '../support/service.ts';

const HEADLINES = {
  'a short one': 'Salt',
  'the longest': 'Every word of it counts, '.repeat(8),
  'one word': 'W'.repeat(200),
  'marks of markup': '<b>&amp; "quoted" </span>&#0;',
  Arabic: 'في مديح النقطة',
  Chinese: '一個逗號的重量',
  'Chinese, the longest': '逗'.repeat(200),
  emoji: 'Fiddles 🎻 and faces 😀',
  'nothing but emoji': '🎻😀🧿',
  'a script of nobody': '\u{10fffd}\u{10fffc}\u{10fffb}',
  'nothing to see': '\u200b',
  Vietnamese: 'Những con phố của Hà Nội',
  'Japanese, the longest': '見出し'.repeat(66),
  'many accents': `a${'\u0301'.repeat(150)}`,
};

describe('social pictures', async () => {
  const { app, add } = await startService('sqlite', { SITE_NAME: 'A <Site> & more' });
  await add(author('ada', { name: 'Ada <Okafor>' }));

  for (const [name, headline] of someOf(Object.entries(HEADLINES), 3)) {
    test(`for ${name}`, async () => {
      const line = piece('ada', { headline, sub: headline });
      await add(line);
      const { statusCode, headers, rawPayload } = await app.inject(`/pieces/${line.id}/social.png`);
      assert.equal(statusCode, 200);
      assert.equal(headers['content-type'], 'image/png');
      const { width, height, format } = await sharp(rawPayload).metadata();
      assert.deepEqual({ width, height, format }, { width: 1200, height: 630, format: 'png' });
      assert.ok(rawPayload.length < 150_000);
      const { channels } = await sharp(rawPayload).stats();
      assert.ok(
        channels.some(({ stdev }) => stdev > 10),
        'something is drawn',
      );
      const again = await app.inject({
        url: `/pieces/${line.id}/social.png`,
        headers: { 'if-none-match': String(headers['etag']) },
      });
      assert.equal(again.statusCode, 304);
    });
  }

  test('many who ask at once get it, or are asked to come again', async () => {
    const line = piece('ada', { headline: 'Asked for by many' });
    await add(line);
    const answers = await Promise.all(
      Array.from({ length: isFull ? 60 : 20 }, () => app.inject(`/pieces/${line.id}/social.png`)),
    );
    for (const { statusCode } of answers) assert.ok(statusCode === 200 || statusCode === 503);
    assert.ok(answers.some(({ statusCode }) => statusCode === 200));
  });
});

const NOBODY = '\u{10fffd}';

const LEFT_OUT = [
  { given: `Fiddles ${NOBODY} and faces`, left: 'Fiddles and faces' },
  { given: `Fiddles ${NOBODY}${NOBODY}, faces ${NOBODY}.`, left: 'Fiddles, faces.' },
  { given: `${NOBODY} a ${NOBODY.repeat(9)} b ${NOBODY}`, left: 'a b' },
  { given: NOBODY.repeat(3), left: null },
  { given: 'pho\u0302\u0301', left: 'ph\u1ed1' },
];

for (const { given, left } of LEFT_OUT) {
  test(`what cannot be drawn leaves no hole: ${left}`, async () => {
    assert.equal(await drawable(given), left);
  });
}

const WIDE = { byline: 'W'.repeat(48), siteName: 'M'.repeat(48) };

for (const [name, names] of Object.entries({
  'a long name': { ...WIDE, siteName: 'The site' },
  'a long name of the site': { ...WIDE, byline: 'Ada' },
  'two long names': WIDE,
})) {
  test(`${name} keeps its distance at the foot`, async () => {
    const words = { headline: 'Salt', standfirst: '', locale: 'en', isRightToLeft: false };
    assert.ok((await emptyColumns(await drawSocialImage({ ...words, ...names }))) >= 30);
    await drawSocialImage({ ...words, ...names, headline: NOBODY });
  });
}

/** How many columns side by side have nothing on them at the foot, between the first and last that have. */
async function emptyColumns(image: Buffer): Promise<number> {
  const { width } = SOCIAL_IMAGE;
  const foot = { left: 0, top: 540, width, height: 80 };
  const { data, info } = await sharp(image)
    .extract(foot)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const inked = Array.from({ length: width }, (_, x) => x).filter((x) =>
    Array.from(
      { length: info.height },
      (_, y) => data[(y * width + x) * info.channels] ?? 255,
    ).some((light) => light < 200),
  );
  return Math.max(...inked.slice(1).map((x, at) => x - (inked[at] ?? x)));
}
