// Link header of a list: the same URL with the cursor of the next page.

import type { Config } from '../config.ts';

/** Empty if there is no next page. All parameters in `url` must be ones that the list knows. */
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
