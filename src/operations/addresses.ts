// Every address that the service gives out, from its base address.

export const addressesOf = (baseUrl: string) => ({
  author: (slug: string) => ({
    profile: `${baseUrl}/author/${slug}`,
    badge_svg: `${baseUrl}/embed/${slug}/badge.svg`,
    feed_json: `${baseUrl}/author/${slug}/feed.json`,
    feed_rss: `${baseUrl}/author/${slug}/feed.xml`,
  }),
  /** Our own pictures are kept without the base address, others with theirs. */
  picture: (path: string | null) => (path?.startsWith('/') ? baseUrl + path : path),
  /** The permanent id of a piece. */
  pieceId: (id: string) => `${baseUrl}/pieces/${id}`,
  /** Where the writer edits and publishes a piece. */
  edit: (id: string) => `${baseUrl}/desk/edit/pieces/${id}`,
  /** Where whoever knows the token reads what is not published. */
  preview: (token: string) => `${baseUrl}/preview/${token}`,
  product: (id: string) => `${baseUrl}/shop/${id}`,
  piecePage: (authorSlug: string, slug: string) =>
    `${baseUrl}/author/${authorSlug}/${encodeURIComponent(slug)}`,
});

export type Addresses = ReturnType<typeof addressesOf>;

/** The HTML of a piece with its relative addresses made absolute, to be read anywhere. */
export const absoluteHtml = (html: string, page: string) =>
  html.replace(/<(?:a|img)\b[^>]*>/g, (tag) =>
    tag.replace(
      / (href|src)="([^"]*)"/g,
      (_, name: string, address: string) => ` ${name}="${absolute(address, page)}"`,
    ),
  );

// `&` is the only character that an address can have escaped here, and resolving leaves it alone.
function absolute(address: string, page: string): string {
  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address);
  return isAbsolute ? address : (URL.parse(address, page)?.href ?? address);
}
