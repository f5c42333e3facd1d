/** Second line of defence: allows only HTML that our Markdown rendering produces. */

import sanitizeHtml from 'sanitize-html';
import { valuesFor } from '../../schemas/field-lists.ts';
import { imageAt } from '../../schemas/images/image-urls.ts';
import { EXTERNAL_REL, isExternal, isSafeImage, isSafeLink } from './link-urls.ts';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const allowedTags = [
  ...[...HEADINGS, 'p', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'section', 'figure', 'figcaption'],
  ...['a', 'img', 'em', 'strong', 's', 'code', 'br', 'span', 'sup', 'label', 'input'],
];

const allowedAttributes: Record<string, string[]> = {
  ...valuesFor(HEADINGS, () => ['id']),
  a: ['href', 'title', 'rel', 'role', 'lang'],
  img: ['src', 'alt', 'title', 'loading', 'decoding', 'width', 'height'],
  input: ['type', 'disabled', 'checked'],
  li: ['id'],
  ol: ['start'],
  section: ['role'],
  sup: ['id'],
};

const allowedClasses: Record<string, (string | RegExp)[]> = {
  a: ['footnote-backref', 'card-play'],
  code: [/^language-\S+$/u],
  figure: ['card', 'wide'],
  li: ['task-list-item', 'footnote-item'],
  ol: ['contains-task-list', 'footnotes-list'],
  section: ['footnotes'],
  span: [/^hl-[a-z-]+$/],
  sup: ['footnote-ref'],
  td: ['align-left', 'align-center', 'align-right'],
  th: ['align-left', 'align-center', 'align-right'],
  ul: ['contains-task-list'],
};

const options: sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags,
  allowedAttributes,
  allowedClasses,
  allowedEmptyAttributes: ['alt', 'href', 'src', 'title'],
  // URL schemes are checked in the transformations: the library has allow lists, and ours is a deny list.
  allowedSchemesAppliedToAttributes: [],
  transformTags: { a: checkLink, img: checkImage, input: checkBox },
  disallowedTagsMode: 'discard',
};

export function sanitise(html: string): string {
  return sanitizeHtml(html, options);
}

function checkLink(tagName: string, { href, rel: _, ...rest }: sanitizeHtml.Attributes) {
  if (href === undefined || !isSafeLink(href)) return { tagName, attribs: rest };
  const attribs = { href, ...rest };
  return { tagName, attribs: isExternal(href) ? { ...attribs, rel: EXTERNAL_REL } : attribs };
}

/** Width and height are set only for uploaded images, whose URLs contain them. */
function checkImage(
  tagName: string,
  { src, width: _, height: __, ...rest }: sanitizeHtml.Attributes,
) {
  if (src === undefined || !isSafeImage(src)) return { tagName, attribs: rest };
  const attribs = { src, ...rest };
  const image = imageAt(src);
  if (!image) return { tagName, attribs };
  const size = { width: String(image.width), height: String(image.height) };
  return { tagName, attribs: { ...attribs, ...size } };
}

function checkBox(tagName: string, attribs: sanitizeHtml.Attributes) {
  return { tagName, attribs: { ...attribs, type: 'checkbox', disabled: '' } };
}
