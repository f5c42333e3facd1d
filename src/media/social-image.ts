// Draws the social image of a piece: its headline under the logo's heavy stroke.

import sharp, { type OverlayOptions } from 'sharp';
import { BoundedQueue } from '../bounded-queue.ts';
import { HOUSE_ACCENT } from '../schemas/identity/accent.ts';
import { SOCIAL_IMAGE } from '../schemas/images/image-limits.ts';
import { drawable } from './drawable-text.ts';
import { loadFonts } from './image-fonts.ts';
import type { SocialWords } from './social-image-text.ts';

const [PAPER, INK, MUTED] = ['#fbfaf7', '#1b1a17', '#6b675f'];
const accentOf = ({ accent = HOUSE_ACCENT.light }: SocialWords) => accent;
const MARGIN = 80;
const ROOM = SOCIAL_IMAGE.width - 2 * MARGIN;
const TOP = 132;
const FOOT = 530;
const BETWEEN = 40;
const ELLIPSIS = '…';
/** Font sizes to try: first with room for the standfirst, then without. */
const HEADLINE_STEPS = [
  ...[112, 92, 76, 62, 52].map((size) => ({ size, height: 270 })),
  ...[62, 52, 46, 40].map((size) => ({ size, height: FOOT - TOP - 30 })),
];
const NAME_STEPS = [150, 112, 76, 52].map((size) => ({ size, height: 270 }));
/** Only these scripts have italics; text in others would merely be slanted. */
const HAS_ITALIC = /\p{sc=Latin}|\p{sc=Cyrillic}|\p{sc=Greek}/u;
const SERIFS = 'Noto Serif,Noto Naskh Arabic,Noto Serif CJK SC,serif';
/** Matches Vietnamese letters and combining accents, whose parts the site's typefaces would draw next to each other. */
const STACKED = /[\u1ea0-\u1ef1]|[\u0300-\u036f]/u;
const faces = (words: string, ours: string) => (STACKED.test(words) ? SERIFS : `${ours},${SERIFS}`);

/** A separate queue, because anonymous requests fill it: uploads must not wait for social images. */
const queue = new BoundedQueue({ atOnce: 1, waiting: 39 });
const graphemes = new Intl.Segmenter();

export const drawSocialImage = (given: SocialWords): Promise<Buffer> =>
  queue.run(async () => {
    await loadFonts();
    const headline = await drawable(given.headline);
    const standfirst = (await drawable(given.standfirst)) ?? '';
    const words = { ...given, standfirst, byline: (await drawable(given.byline)) ?? '' };
    const body = headline ? await story({ ...words, headline }) : await nameplate(words);
    return sharp({ create: { ...SOCIAL_IMAGE, channels: 3, background: PAPER } })
      .composite([bar(MARGIN, 64, 22, accentOf(given)), bar(MARGIN, FOOT, 3, INK), ...body])
      .png({ palette: true, colours: 64, effort: 4 })
      .toBuffer();
  });

const bar = (left: number, top: number, height: number, background: string): OverlayOptions => ({
  input: { create: { width: ROOM, height, channels: 3, background } },
  left,
  top,
});

async function story(words: SocialWords): Promise<OverlayOptions[]> {
  const headline = await fitted(words, words.headline, HEADLINE_STEPS);
  const below = TOP + headline.height + 44;
  const standfirst =
    words.standfirst === ''
      ? null
      : await drawn(words, {
          words: words.standfirst,
          font: `${faces(words.standfirst, 'Newsreader')} ${HAS_ITALIC.test(words.standfirst) ? 'Italic' : ''} 38`,
          colour: MUTED,
        });
  const hasRoom = standfirst && below + standfirst.height < FOOT - 20;
  return [
    placed(headline, TOP, words.isRightToLeft),
    ...(hasRoom ? [placed(standfirst, below, words.isRightToLeft)] : []),
    ...(await foot(words)),
  ];
}

/** Draws the site's name instead if no font has the headline's characters. */
async function nameplate(words: SocialWords): Promise<OverlayOptions[]> {
  const name = await fitted(words, words.siteName, NAME_STEPS);
  return [placed(name, 210, false), ...(await foot(words))];
}

/** Byline and site name share the line, so one may use room that the other doesn't need. */
async function foot(words: SocialWords): Promise<OverlayOptions[]> {
  const half = (ROOM - BETWEEN) / 2;
  const top = FOOT + 24;
  const byline = words.byline === '' ? null : await oneLine(words, words.byline, INK);
  const taken = byline ? byline.width + BETWEEN : 0;
  const name = await oneLine(words, words.siteName, accentOf(words), Math.max(half, ROOM - taken));
  const left = ROOM - name.width - BETWEEN;
  const fitting =
    byline && byline.width > left ? await oneLine(words, words.byline, INK, left) : byline;
  return [
    ...(fitting ? [placed(fitting, top, words.isRightToLeft)] : []),
    placed(name, top, !words.isRightToLeft),
  ];
}

async function oneLine(
  words: SocialWords,
  text: string,
  colour: string,
  room = Number.POSITIVE_INFINITY,
): Promise<Drawn> {
  const font = `${faces(text, 'Newsreader Medium')} 30`;
  const draw = (shown: string) => drawn(words, { words: shown, font, colour, wrap: 'none' });
  return cut(text, draw, ({ width }) => room / width);
}

interface Drawn {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

interface Step {
  readonly size: number;
  readonly height: number;
}

/** Draws with the first font size that fits. If none does, cuts the text at the last size. */
async function fitted(words: SocialWords, text: string, steps: readonly Step[]): Promise<Drawn> {
  const draw = (shown: string, size: number) =>
    drawn(words, {
      words: shown,
      font: `${faces(shown, 'Newsreader Medium')} ${size}`,
      colour: INK,
    });
  for (const { size, height } of steps) {
    const whole = await draw(text, size);
    if (whole.height <= height) return whole;
  }
  const { size, height } = steps.at(-1) ?? { size: 0, height: 0 };
  return cut(
    text,
    (shown) => draw(shown, size),
    (whole) => height / whole.height,
  );
}

/** Shortens the text until `share`, the fraction that fits, is at least 1. */
async function cut(
  text: string,
  draw: (shown: string) => Promise<Drawn>,
  share: (drawn: Drawn) => number,
): Promise<Drawn> {
  let letters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  let shown = await draw(text);
  while (share(shown) < 1 && letters.length > 1) {
    const most = Math.floor(letters.length * Math.max(share(shown), 0.5));
    letters = letters.slice(0, Math.min(most, letters.length - 1));
    shown = await draw(`${letters.join('').trimEnd()}${ELLIPSIS}`);
  }
  return shown;
}

interface Line {
  words: string;
  font: string;
  colour: string;
  wrap?: 'word-char' | 'none';
}

async function drawn(
  { locale }: SocialWords,
  { words, font, colour, wrap = 'word-char' }: Line,
): Promise<Drawn> {
  const text = `<span foreground="${colour}" lang="${markup(locale)}">${markup(words)}</span>`;
  const { data, info } = await sharp({
    text: { text, font, width: ROOM, dpi: 72, rgba: true, wrap, spacing: 6 },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const markup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const placed = ({ data, width }: Drawn, top: number, atTheRight: boolean): OverlayOptions => ({
  input: data,
  top,
  left: atTheRight ? SOCIAL_IMAGE.width - MARGIN - width : MARGIN,
});
