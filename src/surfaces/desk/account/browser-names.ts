// Common names of browsers and systems, found in the User-Agent header.

type Known = readonly (readonly [name: string, pattern: RegExp])[];

// Order matters, because most browsers also claim to be those further down in the list.
const BROWSERS: Known = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Chromium', /\bChromium\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const SYSTEMS: Known = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

const nameIn = (known: Known, userAgent: string) =>
  known.find(([, pattern]) => pattern.test(userAgent))?.[0];

export function browserName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  const program = /^(?!Mozilla\/)[\w. -]{1,40}(?=\/|$)/.exec(userAgent)?.[0].trim();
  const named = browser ?? (program || 'Unknown browser');
  return system ? `${named} on ${system}` : named;
}
