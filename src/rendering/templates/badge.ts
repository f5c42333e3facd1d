// Badge: a pill with a writer's name, as a self-contained SVG.

import { HOUSE_ACCENT } from '../../schemas/identity/accent.ts';
import { type BadgeTheme, TICK_SIGNS } from '../../schemas/vocabulary.ts';
import { graphemes, signWidth, textWidth } from '../text/text-width.ts';
import { type Xml, xml } from './xml.ts';

interface Badge {
  name: string;
  /** Name of the site; null if the badge's name is already that of the site. */
  siteName: string | null;
  theme: BadgeTheme;
  isVerified: boolean;
  /** Emphasis changes the look, but doesn't mean that the writer is verified. */
  isEmphasised: boolean;
  /** Accent colours of the site, or null for the default ones. */
  accents?: Accents | null;
}

type Accents = { readonly [theme in BadgeTheme]: string };

const COLOURS = {
  light: { paper: '#fbfaf7', ink: '#1b1a17', edge: '#d8d2c6', tick: '#0f7b6c' },
  dark: { paper: '#141311', ink: '#ece8e0', edge: '#3a362f', tick: '#4fc3b0' },
} as const;

const HEIGHT = 32;
const SIZE = 14;
/** Font size for scripts with tall or deep letters, which must fit into the pill too. */
const SMALL = 11;
const TIBETAN = { script: /\p{sc=Tibetan}/u, size: 9 };
const BASELINES = { [SIZE]: 21, [SMALL]: 20, [TIBETAN.size]: 19 };
const ORDINARY_SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Arabic', 'Hebrew'],
  ...['Thai', 'Devanagari', 'Inherited'],
].map((script) => `\\p{sc=${script}}`);
const ORDINARY = new RegExp(
  `^[${ORDINARY_SCRIPTS.join('')}\\p{P}\\p{Z}\\p{Nd}\\p{Cf}\\p{Sc}\\p{Sm}\\p{Sk}\\p{Emoji}]*$`,
  'u',
);
const WIDEST_NAME = 300;
/** Space before the name for the logo, after the name, and for the tick. */
const BEFORE = 36;
const AFTER = 14;
const TICK = 24;
const FACE = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export function badge({ name: given, siteName, isVerified, ...look }: Badge): string {
  const own = given.replace(TICK_SIGNS, '');
  const name = (isVerified ? own : withoutClaim(own)).trim() || '…';
  const line = lineOf(name) || '…';
  const size = sizeFor(line);
  const shown = shortened(line, size);
  const isPlain = siteName !== null && (isVerified || withoutClaim(siteName) === siteName);
  const where = isPlain ? ` on ${siteName}` : '';
  const words = isVerified ? `${name}, verified${where}` : `${name}${where}`;
  const { paper, edge, ink, accent, disc } = coloursOf({ ...look, isVerified });
  const length = Math.max(size / 2, Math.round(textWidth(shown, size)));
  const width = BEFORE + length + (isVerified ? TICK : 0) + AFTER;
  const font = xml`font-family="${FACE}" font-size="${size}" font-weight="600"`;
  const fit = xml`textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
  return xml`<svg ${sizeOf(width)} role="img">
<title>${words}</title>
<rect x="0.5" y="0.5" ${outline(width)} fill="${paper}" stroke="${edge}"/>
<rect x="14" y="11" width="14" height="6" fill="${accent}"/>
<rect x="14" y="19" width="14" height="2" fill="${ink}"/>
<text x="${BEFORE}" y="${BASELINES[size]}" ${font} fill="${ink}" ${fit}>${shown}</text>
${isVerified && tick(BEFORE + length + 8, disc, paper)}
</svg>`.text;
}

function coloursOf({ theme, isVerified, isEmphasised, accents }: Omit<Badge, 'name' | 'siteName'>) {
  const { paper, ink, edge, tick: disc } = COLOURS[theme];
  return isVerified && isEmphasised
    ? { paper: disc, edge: disc, ink: paper, accent: paper, disc: paper }
    : { paper, edge, ink, accent: (accents ?? HOUSE_ACCENT)[theme], disc };
}

const sizeOf = (width: number): Xml =>
  xml`xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"`;

const outline = (width: number): Xml =>
  xml`width="${width - 1}" height="${HEIGHT - 1}" rx="${(HEIGHT - 1) / 2}"`;

const tick = (x: number, disc: string, stroke: string): Xml =>
  xml`<circle cx="${x + 8}" cy="16" r="8" fill="${disc}"/>${tickPath(x, stroke)}`;

const tickPath = (x: number, stroke: string): Xml =>
  xml`<path d="m${x + 4.5} 16.3 2.4 2.4 4.6-5" fill="none" stroke="${stroke}" stroke-width="1.8"/>`;

function sizeFor(line: string): number {
  if (ORDINARY.test(line)) return SIZE;
  return TIBETAN.script.test(line) ? TIBETAN.size : SMALL;
}

/** Word that claims verification; UNSEEN characters could hide between its letters. */
const CLAIM = /verified/gi;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu;

/** Removes the claim to be verified, which only the service may make. */
function withoutClaim(name: string): string {
  let plain = name.normalize('NFKD').replace(UNSEEN, '');
  if (plain.search(CLAIM) < 0) return name;
  // Removing the word from the middle of a split one can leave the word again, so this repeats.
  while (plain.search(CLAIM) >= 0) plain = plain.replace(CLAIM, '');
  return plain
    .normalize('NFC')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, '');
}

/** Symbols such as musical notation, which are too tall for the pill. */
const NOTATION = /(?!\p{Emoji})[[\p{S}\p{M}\p{Cf}]&&[\u{10000}-\u{1FFFF}]]/gv;

const lineOf = (name: string) =>
  name
    .replace(NOTATION, '')
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\s]+/gu, ' ')
    .trim();

function shortened(line: string, size: number): string {
  const signs = graphemes(line);
  let width = 0;
  const fitting = signs.findIndex((sign) => {
    width += signWidth(sign) * size;
    return width > WIDEST_NAME;
  });
  return fitting < 0 ? signs.join('') : `${signs.slice(0, fitting).join('').trimEnd()}…`;
}
