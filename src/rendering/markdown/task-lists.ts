/** Turns list items that start with `[ ]` or `[x]` into disabled checkboxes. */

import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const mark = /^\[([ xX])\][ \t]+(?=\S)/;

export function taskLists(parser: MarkdownIt): void {
  parser.core.ruler.after('inline', 'task_lists', markTasks);
  parser.renderer.rules['task_checkbox'] = (tokens, index, options, _, renderer) =>
    `${renderer.renderToken(tokens, index, options)} `;
}

function markTasks(state: StateCore): void {
  const lists: Token[] = [];
  for (const [index, token] of state.tokens.entries()) {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token);
    if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop();
    const item = state.tokens[index - 2];
    if (token.type !== 'inline' || item?.type !== 'list_item_open') continue;
    if (!makeTask(state, token)) continue;
    item.attrSet('class', 'task-list-item');
    lists.at(-1)?.attrSet('class', 'contains-task-list');
  }
}

/** The label around checkbox and text gives the checkbox its name in assistive technology. */
function makeTask(state: StateCore, inline: Token): boolean {
  const first = inline.children?.[0];
  const found = first?.type === 'text' ? mark.exec(first.content) : null;
  if (first === undefined || found === null) return false;
  first.content = first.content.slice(found[0].length);
  const open = new state.Token('task_label_open', 'label', 1);
  const checkbox = new state.Token('task_checkbox', 'input', 0);
  checkbox.attrs = [
    ['type', 'checkbox'],
    ['disabled', ''],
  ];
  if (found[1] !== ' ') checkbox.attrPush(['checked', '']);
  const close = new state.Token('task_label_close', 'label', -1);
  inline.children = [open, checkbox, ...(inline.children ?? []), close];
  return true;
}
