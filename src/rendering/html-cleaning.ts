/** Foreign HTML reduced to what Markdown can say; everything else of it is gone. */

import sanitizeHtml from 'sanitize-html';
import { isSafeImage, isSafeLink } from './addresses.ts';

const TEXT = ['a', 'img', 'em', 'i', 'strong', 'b', 's', 'del', 'strike', 'code', 'br'];
const BLOCKS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'pre', 'hr'];
const LISTS = ['ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const TABLES = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
/** They say nothing in Markdown, but keep what stands in them apart. */
const FRAMES = [
  ...['div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'address'],
  ...['figure', 'figcaption', 'details', 'summary'],
];

/** Gone with everything inside. */
const UNREAD = [
  ...['script', 'style', 'noscript', 'template', 'nav', 'head', 'title', 'svg', 'math'],
  ...['iframe', 'object', 'canvas', 'audio', 'video', 'button', 'select', 'option', 'textarea'],
];

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source)-([\w+#.-]{1,40})(?=\s|$)/;

const ALIGNMENT = /\balign[:-]\s*(left|center|right)\b/;

interface Cleaned {
  html: string;
  /** Pictures that stood in the file itself, and have no address. */
  hadInlinePictures: boolean;
}

/** Relative addresses are resolved where it is known what they are relative to. */
export function cleanHtml(source: string, page: string | undefined): Cleaned {
  let hadInlinePictures = false;
  const html = sanitizeHtml(source, {
    allowedTags: [...TEXT, ...BLOCKS, ...LISTS, ...TABLES, ...FRAMES],
    nonTextTags: UNREAD,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title'],
      ol: ['start'],
      pre: ['class'],
      code: ['class'],
      th: ['align', 'colspan'],
      td: ['align', 'colspan'],
    },
    allowedSchemesAppliedToAttributes: [],
    transformTags: {
      a: (tagName, { href = '', title = '' }) => ({
        tagName,
        attribs: isSafeLink(href) ? { href: absolute(href, page), title } : {},
      }),
      img: (tagName, { src = '', alt = '', title = '' }) => {
        if (/^\s*data:/i.test(src)) hadInlinePictures = true;
        const attribs = { src: absolute(src, page), alt, title };
        return { tagName, attribs: isSafeImage(src) ? attribs : {} };
      },
      ol: (tagName, { start = '' }) => ({
        tagName,
        attribs: /^\d{1,9}$/.test(start) ? { start } : {},
      }),
      pre: withLanguage,
      code: withLanguage,
      th: withAlignment,
      td: withAlignment,
    },
  });
  return { html, hadInlinePictures };
}

function withLanguage(tagName: string, attributes: sanitizeHtml.Attributes) {
  const language = LANGUAGE.exec(attributes['class'] ?? '')?.[1];
  return { tagName, attribs: language ? { class: `language-${language}` } : {} };
}

/** Said by an attribute once, by a style since, and by a class where we rendered it. */
function withAlignment(tagName: string, attributes: sanitizeHtml.Attributes) {
  const { align = '', style = '', class: names = '', colspan = '' } = attributes;
  const found = ALIGNMENT.exec(`align:${align};${style};${names}`)?.[1];
  return { tagName, attribs: { colspan, ...(found && { align: found }) } };
}

/** White space and line ends would end a Markdown address early. */
function absolute(address: string, page: string | undefined): string {
  const isOwn = address.startsWith('#') || page === undefined;
  const found = (isOwn ? null : URL.parse(address, page)?.href) ?? address.trim();
  return found.replace(/\s/g, encodeURIComponent);
}
