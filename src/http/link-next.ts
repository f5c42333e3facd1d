// The Link header of a list that goes on: the same URL with the cursor of its next page.

import type { Config } from '../config.ts';

/** `Link: rel="next"`, where there is a next page. Of the URL, only what the list knows may be left. */
export function nextLink(
  { baseUrl }: Pick<Config, 'baseUrl'>,
  url: string,
  cursor: string | null,
): { link?: string } {
  if (cursor === null) return {};
  const { pathname, searchParams } = new URL(url, `${baseUrl}/`);
  searchParams.set('cursor', cursor);
  return { link: `<${baseUrl}${pathname}?${searchParams}>; rel="next"` };
}
