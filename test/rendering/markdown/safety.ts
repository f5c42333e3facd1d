/** Properties that every rendering must have, for any Markdown. */

import assert from 'node:assert/strict';
import { blocksIn, parsed, unsanitised } from '../../../src/rendering/markdown/render-text.ts';
import { highlight, renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { type Read, readHtml, type Tag } from './html.ts';

/** The allow-list, written again here so that a slip in the sanitiser's shows. */
const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, { id: /^h-\S+$/u }]),
  ),
  ...Object.fromEntries(
    ['p', 'blockquote', 'pre', 'hr', 'br', 'em', 'strong', 's', 'label'].map(none),
  ),
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tr'].map(none)),
  th: { class: /^align-(?:left|center|right)$/ },
  td: { class: /^align-(?:left|center|right)$/ },
  ul: { class: /^contains-task-list$/ },
  ol: { class: /^(?:contains-task-list|footnotes-list)$/, start: /^\d{1,9}$/ },
  li: { class: /^(?:task-list-item|footnote-item)$/, id: /^fn-\d+$/ },
  section: { class: /^footnotes$/, role: /^doc-endnotes$/ },
  sup: { class: /^footnote-ref$/, id: /^fnref-\d+(?:-\d+)?$/ },
  figure: { class: /^wide$/ },
  figcaption: {},
  code: { class: /^language-\S+$/u },
  span: { class: /^hl-[a-z-]+$/ },
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/ },
  img: { src: /^/, alt: /^/, title: /^/, loading: /^lazy$/, decoding: /^async$/ },
  a: {
    href: /^/,
    title: /^/,
    rel: /^nofollow ugc noopener$/,
    role: /^doc-(?:noteref|backlink)$/,
    class: /^footnote-backref$/,
  },
};

const base = 'https://standfirst.example/piece/';
const runsOrReads = /^(?:javascript|vbscript|livescript|data|blob|file|filesystem|view-source):/i;

export async function assertSafe(markdown: string): Promise<Read> {
  const { html, text, summary } = await renderMarkdown(markdown);
  const read = readHtml(html);
  for (const tag of read.tags) assertTag(tag);
  assertUniqueIds(read.tags);
  assert.equal(text === '', summary === '', 'the summary is empty exactly where the text is');
  const tokens = parsed(markdown);
  const before = unsanitised(tokens, await highlight(blocksIn(tokens)));
  assert.equal(readHtml(before).canonical, read.canonical, 'the sanitiser changed something');
  return read;
}

function assertTag({ name, attributes }: Tag): void {
  const patterns = allowed[name];
  assert.ok(patterns, `<${name}> is not allowed`);
  for (const [attribute, value] of attributes) {
    const pattern: RegExp | undefined = patterns[attribute];
    assert.ok(pattern?.test(value), `<${name} ${attribute}="${value}"> is not allowed`);
  }
  for (const attribute of ['href', 'src']) assertAddress(name, attributes.get(attribute));
  if (name === 'input') assert.ok(attributes.has('disabled') && attributes.has('type'));
}

/** Checks a URL as a browser reads it: with the URL parser, which trims and drops the same characters. */
function assertAddress(name: string, url: string | undefined): void {
  if (url === undefined || !URL.canParse(url, base)) return;
  const { protocol } = new URL(url, base);
  assert.doesNotMatch(protocol, runsOrReads, `${name} leads to ${url}`);
  if (name === 'img') assert.match(protocol, /^https?:$/, `an image from ${url}`);
}

function assertUniqueIds(tags: readonly Tag[]): void {
  const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
  assert.equal(new Set(ids).size, ids.length, `an id stands twice: ${ids.join(' ')}`);
}

function none(tag: string): [string, Record<string, RegExp>] {
  return [tag, {}];
}
