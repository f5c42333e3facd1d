// Accent colours: contrast with the site's backgrounds, and the nearest readable colour.

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** `on` repeats --paper, --raised and --wash of tokens.css. Accents are mixed `towards` black or white. */
const GROUNDS: { readonly [theme in Theme]: { on: readonly string[]; towards: string } } = {
  light: { on: ['#fbfaf7', '#ffffff', '#f3efe7'], towards: '#000000' },
  dark: { on: ['#141311', '#1c1a17', '#201d19'], towards: '#ffffff' },
};

/** The default accent, which repeats --accent of tokens.css. */
export const HOUSE_ACCENT: { readonly [theme in Theme]: string } = {
  light: '#c2341a',
  dark: '#ff7a59',
};

/** WCAG 2, level AA, for text of any size. */
export const LEAST_CONTRAST = 4.5;

const STEPS = 255;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(colour: string): Channels {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 0xff, number & 0xff];
}

const colourOf = (channels: readonly number[]) =>
  `#${channels.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;

const linear = (channel: number) =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The contrast with the background on which the accent is hardest to read. */
export const contrastOf = (accent: string, theme: Theme): number =>
  Math.min(...GROUNDS[theme].on.map((ground) => contrast(accent, ground)));

export const isReadable = (accent: string, theme: Theme): boolean =>
  contrastOf(accent, theme) >= LEAST_CONTRAST;

/** The accent, mixed with as little black or white as makes it readable. */
export function readableAccent(accent: string, theme: Theme): string {
  const { towards } = GROUNDS[theme];
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(accent, towards, step / STEPS);
    if (isReadable(mixed, theme)) return mixed;
  }
  return towards;
}

function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  return colourOf(channelsOf(colour).map((each, at) => each + ((others[at] ?? 0) - each) * share));
}
