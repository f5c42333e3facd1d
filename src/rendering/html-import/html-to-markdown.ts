/** Turns clean HTML into Markdown that renders the same, as far as Markdown can. */

import TurndownService from 'turndown';
import { addTableRules, longestOf, type Node, onOneLine } from './html-tables.ts';
import { superOrSubscript } from './superscripts.ts';

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});

export const htmlToMarkdown = (html: string): string => service.turndown(html);

// Markdown syntax that the library doesn't escape: strikethrough, entities, links in angle brackets, lists with a
// parenthesis, and a `!` that would turn the next link into an image.
const guard = service.escape.bind(service);
service.escape = (text) =>
  guard(text)
    .replace(/~~/g, '\\~\\~')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/<(?=[^\s<>]*[:@])/g, '\\<')
    .replace(/^(\d{1,9})\)(?=\s|$)/, '$1\\)')
    .replace(/!$/, '\\!');

service.addRule('strikethrough', {
  filter: ({ nodeName }: Node) => ['S', 'DEL', 'STRIKE'].includes(nodeName),
  replacement: (content) => (content.trim() === '' ? '' : `~~${content}~~`),
});

service.addRule('heading', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (content, { nodeName }: Node) =>
    `\n\n${'#'.repeat(Number(nodeName.charAt(1)))} ${onOneLine(content)}\n\n`,
});

service.addRule('link', {
  filter: 'a',
  replacement: (content, node: Node) => {
    if (node.getAttribute('data-back') !== null) return '';
    const href = node.getAttribute('href');
    const text = onOneLine(content).replace(/^#+ /, '');
    if (!href || text === '') return content;
    return `[${text}](${destination(href)}${titlePart(node)})`;
  },
});

service.addRule('picture', {
  filter: 'img',
  replacement: (_, node: Node) => {
    const src = node.getAttribute('src');
    const alt = service.escape(onOneLine(node.getAttribute('alt') ?? ''));
    return src ? `![${alt}](${destination(src)}${titlePart(node)})` : '';
  },
});

const destination = (address: string) => address.replace(/[\\<>()]/g, '\\$&');

function titlePart(node: Node): string {
  const title = onOneLine(node.getAttribute('title') ?? '');
  return title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`;
}

service.addRule('code', {
  filter: 'pre',
  replacement: (_, node: Node) => {
    const code = (node.textContent ?? '').replace(/\n$/, '');
    const around = [node.querySelector('code'), node.parentNode, node.parentNode?.parentNode];
    const named = [node, ...around].find((each) => each?.getAttribute?.('class'));
    const language = named?.getAttribute('class')?.replace('language-', '') ?? '';
    const fence = '`'.repeat(Math.max(2, longestOf(code.match(/`+/g) ?? [])) + 1);
    return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
});

addTableRules(service);

service.addRule('superOrSubscript', {
  filter: ['sup', 'sub'],
  replacement: (content, node: Node) => {
    const note = node.getAttribute('data-note');
    if (note !== null) return `[^${note}]`;
    if (node.children.length > 0) return content;
    return superOrSubscript(node.nodeName, node.textContent ?? '') ?? content;
  },
});

service.addRule('note', {
  filter: (node: Node) => node.nodeName === 'LI' && node.getAttribute('data-note') !== null,
  replacement: (content, node: Node) => {
    const text = content.trim().replace(/\n(?=[^\n])/g, '\n    ');
    return `\n\n[^${node.getAttribute('data-note')}]: ${text}\n\n`;
  },
});

service.addRule('task', {
  filter: 'input',
  replacement: (_, node: Node) => {
    const isInItem = [node.parentNode, node.parentNode?.parentNode].some(
      (each) => each?.nodeName === 'LI',
    );
    if (!isInItem) return '';
    return node.getAttribute('checked') === null ? '[ ] ' : '[x] ';
  },
});

service.addRule('term', {
  filter: 'dt',
  replacement: (content) => {
    const term = onOneLine(content);
    return `\n\n${term === '' || term.includes('**') ? term : `**${term}**`}\n\n`;
  },
});

service.addRule('quoted', {
  filter: 'q',
  replacement: (content) => `“${content}”`,
});
