/** Decides which URLs a link or an image in a piece may have. */

/** Schemes that run scripts, show the writer's own document, or reach the reader's machine. */
const denied: ReadonlySet<string> = new Set([
  ...['about', 'blob', 'chrome', 'chrome-extension', 'data', 'feed', 'file', 'filesystem'],
  ...['intent', 'jar', 'javascript', 'jscript', 'livescript', 'mhtml', 'mk', 'mocha'],
  ...['moz-extension', 'ms-its', 'res', 'resource', 'shell', 'vbs', 'vbscript', 'view-source'],
  ...['wyciwyg'],
]);

export const EXTERNAL_REL = 'nofollow ugc noopener';

/** Links may have any scheme that isn't denied, even a made-up one, as in CommonMark. */
export function isSafeLink(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === null || !denied.has(scheme);
}

/** Image URLs may be http, https or relative. */
export function isSafeImage(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === null || scheme === 'http' || scheme === 'https';
}

/** True if the URL names a host. */
export function isExternal(address: string): boolean {
  const scheme = schemeOf(address);
  if (scheme === null) return /^[/\\]{2}/.test(bare(address));
  return scheme === 'http' || scheme === 'https';
}

/** Scheme of a URL that is decoded more often than browsers do, so that no later decoding can produce a denied one. */
function schemeOf(address: string): string | null {
  return /^[a-z][a-z0-9+.-]*(?=:)/.exec(bare(address).toLowerCase())?.[0] ?? null;
}

/** Start of a URL without encodings, white space and invisible characters. */
function bare(address: string): string {
  let decoded = address.slice(0, 2000);
  for (let round = 0; round < 3; round += 1) decoded = decodeEntities(decodePercent(decoded));
  return decoded.replace(/[\p{C}\p{Z}\p{M}\ufffd]/gu, '');
}

function decodePercent(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => fromCode(hex, 16));
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#x0*([0-9a-f]{1,6});?/gi, (_, hex: string) => fromCode(hex, 16))
    .replace(/&#0*([0-9]{1,7});?/g, (_, decimal: string) => fromCode(decimal, 10))
    .replace(/&colon;?/gi, ':')
    .replace(/&amp;?/gi, '&')
    .replace(/&(?:tab|newline|nbsp|shy|zwj|zwnj|lrm|rlm|zerowidthspace);?/gi, '');
}

function fromCode(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
