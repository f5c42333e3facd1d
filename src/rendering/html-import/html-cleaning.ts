/** Reduces foreign HTML to what Markdown can express. */

import sanitizeHtml from 'sanitize-html';
import { isSafeImage, isSafeLink } from '../markdown/link-urls.ts';
import type { Survey } from './html-survey.ts';

const TEXT = [
  ...['a', 'img', 'em', 'i', 'strong', 'b', 's', 'del', 'strike', 'code', 'br'],
  ...['q', 'sup', 'sub', 'input'],
];
/** Elements that become another element with a similar meaning. */
const ALIKE = { kbd: 'code', samp: 'code', tt: 'code', cite: 'em', dfn: 'em', var: 'em' };
const BLOCKS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr'];
const LISTS = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const TABLES = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
/** Elements that mean nothing in Markdown but separate their content from the text around them. */
const FRAMES = [
  ...['div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'url'],
  ...['figure', 'figcaption', 'details', 'summary'],
];

/** Elements that are removed with their content. */
const UNREAD = [
  ...['script', 'style', 'noscript', 'template', 'nav', 'head', 'title', 'svg', 'math'],
  ...['iframe', 'object', 'canvas', 'audio', 'video', 'button', 'select', 'option', 'textarea'],
];

const LANGUAGE =
  /(?:^|\s)(?:language|lang|highlight-source|brush:)[- ]?([\w+#.-]{1,40})(?=[\s;]|$)/;
/** Class names of a highlighter (hljs), with the language before or after. */
const BY_HIGHLIGHTER = /^(?:hljs\s+([\w+#.-]{1,40})|([\w+#.-]{1,40})\s+hljs)$/;

const ALIGNMENT = /\balign[:-]\s*(left|center|right)\b/;

interface Cleaned {
  html: string;
  hadInlineImages: boolean;
}

/** Attributes that contain the URL of a lazy-loaded image. */
const LATE = ['data-src', 'data-original', 'data-lazy-src'];

const BACK = /backref|backlink|reversefootnote/i;

export function cleanHtml(
  source: string,
  page: string | undefined,
  notes: Survey['notes'] = new Map(),
): Cleaned {
  let hadInlineImages = false;
  const html = sanitizeHtml(source, {
    allowedTags: [...TEXT, ...BLOCKS, ...LISTS, ...TABLES, ...FRAMES],
    nonTextTags: UNREAD,
    allowedAttributes: {
      a: ['href', 'title', 'data-back'],
      img: ['src', 'alt', 'title'],
      ol: ['start'],
      li: ['data-note'],
      sup: ['data-note'],
      input: ['type', 'checked'],
      div: ['class'],
      pre: ['class'],
      code: ['class'],
      th: ['align', 'colspan', 'rowspan'],
      td: ['align', 'colspan', 'rowspan'],
    },
    allowedSchemesAppliedToAttributes: [],
    transformTags: {
      ...Object.fromEntries(
        Object.entries(ALIKE).map(([name, tagName]) => [name, () => ({ tagName, attribs: {} })]),
      ),
      a: (tagName, attributes) => {
        const { href = '', title = '' } = attributes;
        const note = notes.get(href.slice(1));
        if (href.startsWith('#') && note) return noteMark('sup', note);
        if (notes.size > 0 && isWayBack(attributes))
          return { tagName, attribs: { 'data-back': 'yes' } };
        return { tagName, attribs: isSafeLink(href) ? { href: absolute(href, page), title } : {} };
      },
      li: (tagName, { id = '' }) => {
        const note = notes.get(id);
        return note ? noteMark(tagName, note) : { tagName, attribs: {} };
      },
      input: (tagName, { type = '', checked }) => ({
        tagName: type.toLowerCase() === 'checkbox' ? tagName : 'span',
        attribs: { type: 'checkbox', ...(checked !== undefined && { checked: 'checked' }) },
      }),
      img: (tagName, attributes) => {
        const { src = '', alt = '', title = '' } = withLateAddress(attributes);
        if (/^\s*data:/i.test(src)) hadInlineImages = true;
        const attribs = { src: absolute(src, page), alt, title };
        return { tagName, attribs: isSafeImage(src) ? attribs : {} };
      },
      ol: (tagName, { start = '' }) => ({
        tagName,
        attribs: /^\d{1,9}$/.test(start) ? { start } : {},
      }),
      div: withLanguage,
      pre: withLanguage,
      code: withLanguage,
      th: withAlignment,
      td: withAlignment,
    },
  });
  return { html, hadInlineImages };
}

const noteMark = (tagName: string, note: number) => ({
  tagName,
  attribs: { 'data-note': String(note) },
});

/** Back-references of notes are dropped, because rendering adds new ones. */
const isWayBack = ({ href = '', role = '', class: names = '' }: sanitizeHtml.Attributes) =>
  BACK.test(`${role} ${names}`) || /^#.*ref/i.test(href);

function withLateAddress(attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const { src = '' } = attributes;
  const late = LATE.map((name) => attributes[name]).find((url) => url);
  return late && (src === '' || /^\s*data:/i.test(src)) ? { ...attributes, src: late } : attributes;
}

function withLanguage(tagName: string, attributes: sanitizeHtml.Attributes) {
  const { class: names = '', 'data-lang': lang, 'data-language': long = lang } = attributes;
  const [, before, after] = BY_HIGHLIGHTER.exec(names.trim()) ?? [];
  const named = LANGUAGE.exec(`${names} ${long ? `lang-${long}` : ''}`)?.[1];
  const language = named ?? before ?? after;
  return { tagName, attribs: language ? { class: `language-${language}` } : {} };
}

/** Alignment comes from the attribute, the style, or the class that our own rendering uses. */
function withAlignment(tagName: string, attributes: sanitizeHtml.Attributes) {
  const { align = '', style = '', class: names = '', colspan = '', rowspan = '' } = attributes;
  const found = ALIGNMENT.exec(`align:${align};${style};${names}`)?.[1];
  return { tagName, attribs: { colspan, rowspan, ...(found && { align: found }) } };
}

function absolute(url: string, page: string | undefined): string {
  const isOwn = url.startsWith('#') || page === undefined;
  const found = (isOwn ? null : URL.parse(url, page)?.href) ?? url.trim();
  return found.replace(/\s/g, encodeURIComponent);
}
