/** Renders links, images and table cells differently from the parser's defaults. */

import type { MarkdownIt, RendererRule, StateCore } from 'markdown-it';
import { imageAt } from '../../schemas/images/image-urls.ts';
import { escapeMarkup } from '../templates/escape.ts';
import { EXTERNAL_REL, isExternal, isSafeImage } from './link-urls.ts';
import { inlineText } from './plain-text.ts';

export function elements(parser: MarkdownIt): void {
  parser.core.ruler.push('single_links', unwrapInnerLinks);
  parser.core.ruler.push('empty_headers', emptyHeaders);
  const { rules } = parser.renderer;
  rules['link_open'] = renderLink;
  rules['image'] = renderImage;
  rules['th_open'] = renderCell;
  rules['td_open'] = renderCell;
}

/** Nested links as in `[<https://a.example>](b)` would be split by browsers, so only the outer link is kept. */
function unwrapInnerLinks(state: StateCore): void {
  for (const token of state.tokens) {
    let depth = 0;
    token.children =
      token.children?.filter(({ type }) => {
        if (type === 'link_open') depth += 1;
        if (type === 'link_close') depth -= 1;
        return type === 'link_open' ? depth === 1 : type !== 'link_close' || depth === 0;
      }) ?? null;
  }
}

function emptyHeaders({ tokens }: StateCore): void {
  for (const [at, token] of tokens.entries()) {
    const close = tokens[at + 2];
    if (token.type !== 'th_open' || tokens[at + 1]?.content.trim() || !close) continue;
    token.tag = 'td';
    close.tag = 'td';
  }
}

const renderLink: RendererRule = (tokens, index, options, _, renderer) => {
  const token = tokens[index];
  if (isExternal(String(token?.attrGet('href')))) token?.attrSet('rel', EXTERNAL_REL);
  return renderer.renderToken(tokens, index, options);
};

const renderImage: RendererRule = (tokens, index, options, _, renderer) => {
  const token = tokens[index];
  if (token === undefined) return '';
  const alt = inlineText(token.children ?? []);
  const src = String(token.attrGet('src'));
  if (!isSafeImage(src)) return escapeMarkup(alt);
  token.attrSet('alt', alt);
  token.attrSet('loading', 'lazy');
  token.attrSet('decoding', 'async');
  const image = imageAt(src);
  // Width and height reserve the space, so that nothing on the page shifts while the image loads.
  if (image) token.attrSet('width', String(image.width));
  if (image) token.attrSet('height', String(image.height));
  return renderer.renderToken(tokens, index, options);
};

/** Alignment becomes a class, because the page's CSP forbids style attributes. */
const renderCell: RendererRule = (tokens, index, options, _, renderer) => {
  const token = tokens[index];
  const align = /left|center|right/.exec(String(token?.attrGet('style')))?.[0];
  if (token !== undefined && align !== undefined) token.attrs = [['class', `align-${align}`]];
  return renderer.renderToken(tokens, index, options);
};
