// Enter in a code block: a new line with the indentation of the line before. After an opening fence, adds the closing
// fence too.

import type { EditorState, TransactionSpec } from '@codemirror/state';
import { containersAt, prefixOf } from '../containers.ts';
import { isClosed, type SyntaxNode } from '../syntax.ts';

export function enterInCode(state: EditorState, pos: number, block: SyntaxNode): TransactionSpec {
  const line = state.doc.lineAt(pos);
  const containers = containersAt(state, block.to > block.from ? block.from + 1 : block.from);
  const outer = prefixOf(containers);
  const isOpening = block.name === 'FencedCode' && block.from >= line.from && block.from <= line.to;
  if (isOpening && pos === line.to && !isClosed(block) && isLastOrBlank(state, line.number + 1)) {
    const fence = /^(`+|~+)/.exec(state.sliceDoc(block.from, line.to))?.[0] ?? '```';
    return {
      changes: { from: pos, insert: `\n${outer}\n${outer}${fence}` },
      selection: { anchor: pos + 1 + outer.length },
    };
  }
  const hasQuote = containers.some(({ kind }) => kind === 'quote');
  const indent = (hasQuote ? /^[\s>]*/ : /^\s*/).exec(line.text.slice(0, pos - line.from))?.[0];
  const insert = `\n${isOpening ? outer : (indent ?? '')}`;
  return { changes: { from: pos, insert }, selection: { anchor: pos + insert.length } };
}

const isLastOrBlank = ({ doc }: EditorState, number: number) =>
  number > doc.lines || doc.line(number).text.trim() === '';
