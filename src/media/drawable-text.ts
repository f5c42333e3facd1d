// The part of a text that the installed fonts can draw; the image library draws boxes for other characters.

import sharp from 'sharp';

/** Matches characters that the site's typefaces have, and invisible ones. */
const OURS =
  /[\p{sc=Latin}\p{M}\p{Z}\p{Cc}\p{Cf}\p{ASCII}\u00a1-\u00ff\u2010-\u2027\u2030-\u205e]/u;

const VISIBLE = /[^\p{M}\p{Z}\p{C}]/u;

/** Unassigned code points. Fonts draw them as the box for a missing glyph, with four or six digits. */
const UNASSIGNED = { four: '\u2fe0', six: '\u{10fffd}' };

/** Matches letters and digits, whose loss would change what a text says, unlike that of emoji. */
const OF_WORDS = /[\p{L}\p{N}]/u;

/** A placeholder for a removed character; NUL, because no text contains it. */
const GAP = '\0';
const BEFORE_A_STOP = / *\0+(?=[,.;:!?…])/gu;
const BETWEEN = / *\0[ \0]*/gu;

const graphemes = new Intl.Segmenter();
const LOOKED_AT = 60;
const MOST_KEPT = 5_000;
const MOST_MISSING = 0.25;
const FRAME = 2;

const known = new Map<string, boolean>();

/** Returns null if too little would be left. */
export async function drawable(given: string): Promise<string | null> {
  // The site's typefaces have accented letters, but not all accents as characters.
  const text = given.normalize('NFC').replaceAll(GAP, '');
  if (!VISIBLE.test(text)) return null;
  const characters = [...text];
  const foreign = [...new Set(characters.filter((each) => !OURS.test(each)))];
  const missing = new Set<string>();
  for (const each of foreign.slice(0, LOOKED_AT)) if (!(await hasFont(each))) missing.add(each);
  if (missing.size === 0) return text;
  const words = characters.filter((each) => OF_WORDS.test(each));
  const lost = words.filter((each) => missing.has(each));
  const left = without(text, missing);
  return lost.length <= words.length * MOST_MISSING && VISIBLE.test(left) ? left : null;
}

/** Removes whole graphemes, and one of the spaces around each. */
function without(text: string, missing: ReadonlySet<string>): string {
  const parts = Array.from(graphemes.segment(text), ({ segment }) =>
    [...segment].some((each) => missing.has(each)) ? GAP : segment,
  );
  return parts.join('').replace(BEFORE_A_STOP, '').replace(BETWEEN, ' ').trim();
}

async function hasFont(character: string): Promise<boolean> {
  const before = known.get(character);
  if (before !== undefined) return before;
  const unassigned = (character.codePointAt(0) ?? 0) > 0xffff ? UNASSIGNED.six : UNASSIGNED.four;
  const answer = (await frameOf(character)) !== (await frameOf(unassigned));
  if (known.size >= MOST_KEPT) known.clear();
  known.set(character, answer);
  return answer;
}

/** The size and outermost pixels of the drawing, which are the same for all boxes with the same number of digits. */
async function frameOf(text: string): Promise<string> {
  const { data, info } = await sharp({ text: { text, font: 'serif 40', dpi: 72 } })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const isOuter = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x < FRAME || y < FRAME || x >= width - FRAME || y >= height - FRAME;
  };
  const outer = Array.from(data).filter((_, at) => isOuter(at));
  return `${width}x${height} ${outer.join()}`;
}
