/** The images of a text that its pages may not show: their content policy lets in those of the site, and https. */

/** As the sanitiser writes it. */
const IMAGE_SOURCE = /<img\b[^>]* src="([^"]*)"/g;

/** By URL, each once. */
export function hiddenImages(html: string, baseUrl: string): string[] {
  const sources = [...html.matchAll(IMAGE_SOURCE)].map(([, source = '']) => source);
  const urls = new Set(sources.map((source) => source.replaceAll('&amp;', '&')));
  return [...urls].filter((url) => !isShown(url, baseUrl));
}

function isShown(source: string, baseUrl: string): boolean {
  const url = URL.parse(source, baseUrl);
  return url?.protocol === 'https:' || url?.origin === new URL(baseUrl).origin;
}
