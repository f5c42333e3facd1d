// Every address that the service gives out, from its base address.

export const addressesOf = (baseUrl: string) => ({
  author: (slug: string) => ({
    profile: `${baseUrl}/author/${slug}`,
    badge_svg: `${baseUrl}/embed/${slug}/badge.svg`,
    feed_json: `${baseUrl}/author/${slug}/feed.json`,
    feed_rss: `${baseUrl}/author/${slug}/feed.xml`,
  }),
  /** The permanent id of a piece. */
  pieceId: (id: string) => `${baseUrl}/pieces/${id}`,
  /** Where the writer edits and publishes a piece. */
  edit: (id: string) => `${baseUrl}/desk/edit/pieces/${id}`,
  piecePage: (authorSlug: string, slug: string) =>
    `${baseUrl}/author/${authorSlug}/${encodeURIComponent(slug)}`,
});

export type Addresses = ReturnType<typeof addressesOf>;

/** The HTML of a piece with its own root-relative addresses made absolute, to be read anywhere. */
export const absoluteHtml = (html: string, baseUrl: string) =>
  html.replace(/ (href|src)="\/(?!\/)/g, ` $1="${baseUrl}/`);
