/** Turns tables of foreign HTML into Markdown: one line per row, no merged cells. */

import type TurndownService from 'turndown';

/** The part of the DOM that the rules need. */
export interface Node {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly children: ArrayLike<Node>;
  readonly parentNode: Node | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Node | null;
}

// Between the cells and rows of a table until it is whole; clean HTML has no control characters.
const CELL_END = '\x1f';
const ROW_END = '\x1e';
/** After a cell, once for each row further down that it covers. */
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

/** How many more than one. */
function spanned(node: Node, name: 'rowspan' | 'colspan'): number {
  const span = Number(node.getAttribute(name) || 1);
  return Math.max(0, Math.min(MOST_SPANNED, Number.isInteger(span) ? span : 1) - 1);
}

function tableFrom(content: string, node: Node): string {
  const parts = content.split(ROW_END).slice(0, -1);
  // Every cell has its end; what has none is the caption.
  const caption = parts.filter((part) => !part.includes(CELL_END)).join('\n\n');
  const rows = parts.flatMap((part) =>
    part.includes(CELL_END) ? [part.split(CELL_END).slice(0, -1)] : [],
  );
  return `${caption}\n\n${gridFrom(placed(rows), node)}`;
}

/** Every cell in its own column: where one from above reaches down, there is an empty one. */
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
  // One column without a heading is layout, and so is a table around a table.
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

/** Not by spreading: there can be more than a call allows arguments. */
export const longestOf = (all: readonly { readonly length: number }[]) =>
  all.reduce((longest, { length }) => Math.max(longest, length), 0);

export const onOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim();
