/** Clean HTML to the Markdown that renders to the same, as far as Markdown can say it. */

import TurndownService from 'turndown';

/** As much of the DOM as the rules need. */
interface Node {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<Node>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Node | null;
}

// Between the cells and rows of a table until it is whole; clean HTML has no control characters.
const CELL_END = '\x1f';
const ROW_END = '\x1e';
const MOST_SPANNED = 20;

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
});

export const htmlToMarkdown = (html: string): string => service.turndown(html);

// What our Markdown knows beyond what the library guards against: strikethrough, entities, links in
// angle brackets, lists with a parenthesis, and a `!` that would make an image of the next link.
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

/** Not by spreading: there can be more of them than a call takes. */
const longestOf = (all: readonly { readonly length: number }[]) =>
  all.reduce((longest, { length }) => Math.max(longest, length), 0);

const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim();

service.addRule('code', {
  filter: 'pre',
  replacement: (_, node: Node) => {
    const code = (node.textContent ?? '').replace(/\n$/, '');
    const named = [node, node.querySelector('code')].find((each) => each?.getAttribute('class'));
    const language = named?.getAttribute('class')?.replace('language-', '') ?? '';
    const fence = '`'.repeat(Math.max(2, longestOf(code.match(/`+/g) ?? [])) + 1);
    return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
});

service.addRule('cell', {
  filter: ['th', 'td'],
  replacement: (content, node: Node) => {
    const span = Number(node.getAttribute('colspan') ?? 1);
    const empty = Math.max(0, Math.min(MOST_SPANNED, Number.isInteger(span) ? span : 1) - 1);
    return content.trim() + CELL_END.repeat(1 + empty);
  },
});

service.addRule('row', {
  filter: ['tr', 'caption'],
  replacement: (content) => content.trim() + ROW_END,
});

service.addRule('rows', {
  filter: ['thead', 'tbody', 'tfoot'],
  replacement: (content) => content,
});

service.addRule('table', {
  filter: 'table',
  replacement: (content, node: Node) => `\n\n${tableFrom(content, node)}\n\n`,
});

function tableFrom(content: string, node: Node): string {
  const parts = content.split(ROW_END).slice(0, -1);
  // Every cell has its end; what has none is the caption.
  const caption = parts.filter((part) => !part.includes(CELL_END)).join('\n\n');
  const rows = parts.flatMap((part) =>
    part.includes(CELL_END) ? [part.split(CELL_END).slice(0, -1)] : [],
  );
  return `${caption}\n\n${gridFrom(rows, node)}`;
}

function gridFrom(rows: string[][], node: Node): string {
  const columns = longestOf(rows);
  // One column is a frame around text more often than a table.
  if (columns < 2) return rows.flat().join('\n\n');
  const line = (cells: string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => inCell(cells[at] ?? '')).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), ruleFrom(node, columns), ...rest.map(line)].join('\n');
}

const inCell = (text: string) => onOneLine(text).replace(/\|/g, '\\|');

const RULES: { readonly [align: string]: string } = { left: ':--', center: ':-:', right: '--:' };

function ruleFrom(node: Node, columns: number): string {
  const cells = Array.from(node.querySelector('tr')?.children ?? []);
  const aligned = (at: number) => RULES[cells[at]?.getAttribute('align') ?? ''] ?? '---';
  return `| ${Array.from({ length: columns }, (_, at) => aligned(at)).join(' | ')} |`;
}
