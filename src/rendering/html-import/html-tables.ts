/** Turns tables of foreign HTML into Markdown: one line per row, no merged cells. */

import type TurndownService from 'turndown';

export interface Node {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<Node>;
  readonly parentNode: Node | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Node | null;
}

// Control characters separate cells and rows until the table is complete; clean HTML contains none.
const CELL_END = '\x1f';
const ROW_END = '\x1e';
/** DOWN follows a cell once for each further row that the cell covers. */
const DOWN = '\x1d';
const MOST_SPANNED = 20;

export function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content, node: Node) => {
      const down = DOWN.repeat(spanned(node, 'rowspan'));
      return content.trim() + (down + CELL_END).repeat(1 + spanned(node, 'colspan'));
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
}

/** Number of rows or columns that a cell covers beyond the first. */
function spanned(node: Node, name: 'rowspan' | 'colspan'): number {
  const span = Number(node.getAttribute(name) || 1);
  return Math.max(0, Math.min(MOST_SPANNED, Number.isInteger(span) ? span : 1) - 1);
}

function tableFrom(content: string, node: Node): string {
  const parts = content.split(ROW_END).slice(0, -1);
  // Parts without CELL_END are captions.
  const caption = parts.filter((part) => !part.includes(CELL_END)).join('\n\n');
  const rows = parts.flatMap((part) =>
    part.includes(CELL_END) ? [part.split(CELL_END).slice(0, -1)] : [],
  );
  return `${caption}\n\n${gridFrom(placed(rows), node)}`;
}

/** Puts every cell in its column, with an empty cell under one that covers several rows. */
function placed(rows: string[][]): string[][] {
  let reaching: number[] = [];
  return rows.map((cells) => {
    const row: string[] = [];
    const further: number[] = [];
    for (let taken = 0; taken < cells.length || (reaching[row.length] ?? 0) > 0; ) {
      const above = reaching[row.length] ?? 0;
      const cell = above > 0 ? DOWN.repeat(above - 1) : (cells[taken] ?? '');
      if (above === 0) taken += 1;
      const text = cell.replaceAll(DOWN, '');
      further.push(cell.length - text.length);
      row.push(text);
    }
    reaching = further;
    return row;
  });
}

function gridFrom(rows: string[][], node: Node): string {
  const columns = longestOf(rows);
  // Layout tables, which have one column and no heading or contain a table, become paragraphs.
  const isFrame = (columns < 2 && !node.querySelector('th')) || node.querySelector('table');
  if (isFrame || columns === 0) return rows.flat().join('\n\n');
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

/** Spreading a long list into Math.max would exceed the number of arguments that a call allows. */
export const longestOf = (all: readonly { readonly length: number }[]) =>
  all.reduce((longest, { length }) => Math.max(longest, length), 0);

export const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim();
