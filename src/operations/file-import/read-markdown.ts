// Reads a Markdown file: its front matter, its text, and the heading that becomes the headline.

import { parser } from '../../rendering/markdown/parser.ts';
import { inlineText } from '../../rendering/markdown/plain-text.ts';
import { PIECE_LIMITS } from '../../schemas/piece-limits.ts';
import { FOUND_FIELDS, type Found, type FoundField, type LeftOut } from './found-content.ts';
import { splitFrontMatter, type Value } from './front-matter.ts';

/** Names that other tools use for our fields; our own name comes first and wins. */
const NAMES: { readonly [field in FoundField]: readonly string[] } = {
  headline: ['headline', 'title'],
  sub: ['sub', 'standfirst', 'subtitle', 'description', 'summary'],
  category: ['category'],
  tags: ['tags', 'keywords'],
  frame: ['frame'],
  style: ['style'],
  locale: ['locale', 'lang', 'language'],
  external_url: ['external_url', 'canonical_url'],
  image: ['image', 'cover', 'cover_image', 'feature_image', 'featured_image'],
};

export function readMarkdown(text: string): Found {
  const { values, unusable, groups, body, isBroken } = splitFrontMatter(text);
  const given: { [field in FoundField]?: Value } = {};
  const leftOut: LeftOut[] = isBroken ? ['front_matter'] : [];
  for (const field of FOUND_FIELDS) {
    const name = NAMES[field].find((each) => values.has(each));
    const value = name === undefined ? undefined : values.get(name);
    if (value !== undefined) given[field] = value;
    else if (NAMES[field].some((each) => unusable.has(each) && !groups.has(each)))
      leftOut.push(field);
  }
  const cover = groups.get('image');
  if (cover) given.image = JSON.stringify(cover);
  // A downloaded draft may have an empty headline, which must stay empty.
  const hasTitle = values.has('headline') || String(given.headline ?? '').trim() !== '';
  const heading = hasTitle ? null : firstHeading(body);
  if (!heading) return { body, given, leftOut };
  return { body: heading.rest, given: { ...given, headline: heading.text }, leftOut };
}

interface Heading {
  text: string;
  rest: string;
  isOnly: boolean;
}

/** The first level-one heading, unless it is too long to be a headline. */
export function firstHeading(body: string): Heading | null {
  // A longer body is refused later anyway.
  if (body.length > PIECE_LIMITS.bodyMd * 2) return null;
  const tokens = parser.parse(body, {});
  const headings = tokens.filter(
    ({ type, tag, level }) => type === 'heading_open' && tag === 'h1' && level === 0,
  );
  const [first] = headings;
  if (!first?.map) return null;
  const inline = tokens[tokens.indexOf(first) + 1];
  const text = inlineText(inline?.children ?? []).trim();
  if (text === '' || [...text].length > PIECE_LIMITS.headline) return null;
  const lines = body.split('\n');
  lines.splice(first.map[0], first.map[1] - first.map[0]);
  return { text, rest: lines.join('\n').replace(/^\n+/, ''), isOnly: headings.length === 1 };
}
