// The list of keyboard shortcuts in the bar's menu.

import { element } from './element.ts';
import { keyWords } from './key-words.ts';
import { FORMATS } from './menus/formatting.ts';

const OTHERS: [what: string, key: string][] = [
  ['Add a block, on an empty line', '/'],
  ['Indent a list item (with Shift, outdent)', 'Tab'],
  ['Leave a list, quote, table or code block', 'Mod-Enter'],
  ['Move a paragraph or list item', 'Alt-ArrowUp'],
  ['Leave the text: press Escape, then', 'Tab'],
  ['Go to the selection or table tools', 'Alt-F10'],
  ['Edit the link', 'Mod-k'],
  ['Add a footnote, or return from it', 'Mod-Alt-f'],
  ['Find and replace', 'Mod-f'],
  ['Details', 'Mod-Alt-d'],
  ['Preview', 'Mod-Alt-p'],
  ['Save', 'Mod-s'],
];

export function shortcutList(): HTMLElement {
  const formats = FORMATS.flatMap(({ name, key }) => (key ? [[name, key] as const] : []));
  const rows = [...formats, ...OTHERS].flatMap(([what, key]) => [
    element('dt', {}, what),
    element('dd', {}, element('kbd', {}, keyWords(key))),
  ]);
  return element(
    'details',
    { class: 'shortcuts' },
    element('summary', {}, 'Shortcuts'),
    element('dl', {}, ...rows),
  );
}
