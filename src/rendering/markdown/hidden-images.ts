/** Images that pages can't show, because the content policy allows only https images and the site's own. */

/** Image tags as the sanitiser writes them, which a pattern can match reliably. */
const IMAGE_SOURCE = /<img\b[^>]* src="([^"]*)"/g;

export function hiddenImages(html: string, baseUrl: string): string[] {
  const sources = [...html.matchAll(IMAGE_SOURCE)].map(([, source = '']) => source);
  const urls = new Set(sources.map((source) => source.replaceAll('&amp;', '&')));
  return [...urls].filter((url) => !isShown(url, baseUrl));
}

function isShown(source: string, baseUrl: string): boolean {
  const url = URL.parse(source, baseUrl);
  return url?.protocol === 'https:' || url?.origin === new URL(baseUrl).origin;
}
