// The picture by which a piece is shown elsewhere: its headline under the heavy stroke of the mark.

import sharp, { type OverlayOptions } from 'sharp';
import { SOCIAL_PICTURE } from '../schemas/limits.ts';
import { drawable } from './drawable.ts';
import { turns } from './in-turn.ts';
import { loadFonts } from './picture-fonts.ts';

export interface SocialWords {
  readonly headline: string;
  readonly standfirst: string;
  readonly byline: string;
  readonly siteName: string;
  readonly locale: string;
  readonly isRightToLeft: boolean;
}

/** Raise it when the drawing changes, so that what was kept is drawn anew. */
export const SOCIAL_DRAWING = 1;

const [PAPER, INK, MUTED, ACCENT] = ['#fbfaf7', '#1b1a17', '#6b675f', '#c2341a'];
const MARGIN = 80;
const ROOM = SOCIAL_PICTURE.width - 2 * MARGIN;
const TOP = 132;
const FOOT = 530;
const HEADLINE_SIZES = [112, 92, 76, 62, 52, 44, 36, 28];
/** Other scripts have none: slanted letters would be all there is. */
const HAS_ITALIC = /\p{sc=Latin}|\p{sc=Cyrillic}|\p{sc=Greek}/u;
const SERIFS = 'Noto Serif,Noto Naskh Arabic,Noto Serif CJK SC,serif';

/** One at a time, and strangers ask for them: they never wait behind uploads, nor these behind them. */
const inTurn = turns(40);

export const drawSocialPicture = (given: SocialWords): Promise<Buffer> =>
  inTurn(async () => {
    await loadFonts();
    const headline = await drawable(given.headline);
    const standfirst = (await drawable(given.standfirst)) ?? '';
    const words = { ...given, standfirst, byline: (await drawable(given.byline)) ?? '' };
    const body = headline ? await story({ ...words, headline }) : await nameplate(words);
    return sharp({ create: { ...SOCIAL_PICTURE, channels: 3, background: PAPER } })
      .composite([bar(MARGIN, 64, 22, ACCENT), bar(MARGIN, FOOT, 3, INK), ...body])
      .png({ palette: true, colours: 64, effort: 4 })
      .toBuffer();
  });

const bar = (left: number, top: number, height: number, background: string): OverlayOptions => ({
  input: { create: { width: ROOM, height, channels: 3, background } },
  left,
  top,
});

async function story(words: SocialWords): Promise<OverlayOptions[]> {
  const headline = await fitted(words, 270);
  const below = TOP + headline.height + 44;
  const standfirst =
    words.standfirst === ''
      ? null
      : await drawn(words, {
          words: words.standfirst,
          font: `Newsreader,${SERIFS} ${HAS_ITALIC.test(words.standfirst) ? 'Italic' : ''} 38`,
          colour: MUTED,
        });
  const hasRoom = standfirst && below + standfirst.height < FOOT - 20;
  return [
    placed(headline, TOP, words.isRightToLeft),
    ...(hasRoom ? [placed(standfirst, below, words.isRightToLeft)] : []),
    ...(await foot(words)),
  ];
}

/** Where there is no font for the headline: whose page it is, and nothing that cannot be read. */
async function nameplate(words: SocialWords): Promise<OverlayOptions[]> {
  const font = `Newsreader Medium,${SERIFS} 150`;
  const name = await drawn(words, { words: words.siteName, font, colour: INK });
  return [placed(name, 210, false), ...(await foot(words))];
}

async function foot(words: SocialWords): Promise<OverlayOptions[]> {
  const font = `Newsreader Medium,${SERIFS} 30`;
  const name = await drawn(words, { words: words.siteName, font, colour: ACCENT });
  if (words.byline === '') return [placed(name, FOOT + 24, !words.isRightToLeft)];
  const byline = await drawn(words, { words: words.byline, font, colour: INK });
  return [
    placed(byline, FOOT + 24, words.isRightToLeft),
    placed(name, FOOT + 24, !words.isRightToLeft),
  ];
}

interface Drawn {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** In the largest size in which it leaves room for the rest. */
async function fitted(words: SocialWords, height: number): Promise<Drawn> {
  const draw = (size: number) =>
    drawn(words, {
      words: words.headline,
      font: `Newsreader Medium,${SERIFS} ${size}`,
      colour: INK,
    });
  let last = await draw(HEADLINE_SIZES[0] ?? 0);
  for (const size of HEADLINE_SIZES.slice(1)) {
    if (last.height <= height) break;
    last = await draw(size);
  }
  return last;
}

interface Line {
  words: string;
  font: string;
  colour: string;
}

async function drawn({ locale }: SocialWords, { words, font, colour }: Line): Promise<Drawn> {
  const text = `<span foreground="${colour}" lang="${markup(locale)}">${markup(words)}</span>`;
  const { data, info } = await sharp({
    text: { text, font, width: ROOM, dpi: 72, rgba: true, wrap: 'word-char', spacing: 6 },
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
  left: atTheRight ? SOCIAL_PICTURE.width - MARGIN - width : MARGIN,
});
