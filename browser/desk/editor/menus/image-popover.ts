// Edits the image at the caret: its alt text, its caption, and whether it is wide.

import type { EditorView } from '@codemirror/view';
import { button } from '../element.ts';
import { imageMarkdown, WIDE } from '../text/image-markdown.ts';
import type { LinkText } from '../text/link-nodes.ts';
import { openPopover } from './popover.ts';

/** The title after an image's URL in Markdown, in double quotes, single quotes or parentheses. */
const TITLE = /^\s+(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\(((?:\\.|[^()\\])*)\))\s*\)$/s;

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1');

export function editImage(view: EditorView, link: LinkText): void {
  const { state } = view;
  const url = state.sliceDoc(link.url.from, link.url.to);
  const [, ...titles] = TITLE.exec(state.sliceDoc(link.url.to, link.to)) ?? [];
  const isWide = state.sliceDoc(link.to, link.to + WIDE.length) === WIDE;
  const to = link.to + (isWide ? WIDE.length : 0);
  const alt = unescaped(state.sliceDoc(link.words.from, link.words.to));
  const caption = unescaped(titles.find((each) => each !== undefined) ?? '');
  const write = (image: { alt: string; caption: string; isWide: boolean }) => {
    const insert = imageMarkdown({ url, ...image });
    if (state.sliceDoc(link.from, to) === insert) return;
    view.dispatch({
      changes: { from: link.from, to, insert },
      selection: { anchor: link.from + insert.length },
      ...{ userEvent: 'input', scrollIntoView: true },
    });
  };
  const widen = button(isWide ? 'As wide as the text' : 'Wider than the text', () => {
    close();
    write({ alt, caption, isWide: !isWide });
    view.focus();
  });
  const close = openPopover(view, {
    title: 'Image',
    span: link,
    fields: [
      {
        ...{ label: 'What does the image show?', type: 'text', value: alt },
        hint: 'Alt text, for people who can’t see the image. Leave it empty if the image is decorative.',
      },
      {
        ...{ label: 'Caption', type: 'text', value: caption },
        hint: 'Shown below the image. You can leave it empty.',
      },
    ],
    ...{ first: 0, more: [widen] },
    apply([words = '', below = '']) {
      write({ alt: words, caption: below.trim(), isWide });
    },
  });
}
