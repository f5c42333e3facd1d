// Adds a link, or edits the link or image at the caret.

import type { EditorView } from '@codemirror/view';
import { isSafeLink } from '../../../../src/rendering/markdown/link-urls.ts';
import { button, element } from '../element.ts';
import { type LinkText, linkAt } from '../surface/link-nodes.ts';
import { bracketed, linked, newLink, urlFrom } from '../typing/link.ts';
import { editImage } from './image-popover.ts';
import { openPopover } from './popover.ts';

/** Whether there is one to edit. */
export function editLinkAt(view: EditorView, at: number): boolean {
  const link = linkAt(view.state, at);
  if (!link) return false;
  if (link.kind === 'Image') editImage(view, link);
  else editLink(view, link);
  return true;
}

const textOf = ({ state }: EditorView, { from, to }: { from: number; to: number }) =>
  state.sliceDoc(from, to);

function editLink(view: EditorView, link: LinkText): void {
  const url = textOf(view, link.url);
  const remove = button('Remove link', () => {
    close();
    replace(view, link, textOf(view, link.words));
  });
  const safe = openable(url);
  const open = element('a', { href: safe ?? '', target: '_blank', rel: 'noreferrer' }, 'Open');
  const close = openPopover(view, {
    title: 'Link',
    span: link,
    fields: [
      { label: 'Words', value: textOf(view, link.words), type: 'text' },
      { label: 'URL', value: url, type: 'url', refusal },
    ],
    first: 1,
    more: [remove, ...(safe ? [open] : [])],
    apply([words = '', target = '']) {
      if (target === '') replace(view, link, words);
      else write(view, link, bracketed(words || target), urlFrom(target));
    },
  });
}

/** With a title that it may have, which stays as it is. */
function write(view: EditorView, link: LinkText, words: string, url: string): void {
  const rest = view.state.sliceDoc(link.url.to, link.to);
  replace(view, link, `[${words}](${isPlain(url) ? url : `<${url}>`}${rest}`);
}

const isPlain = (url: string) => !/[\s()]/.test(url) || /^<.*>$/.test(url);

function replace(view: EditorView, { from, to }: LinkText, insert: string): void {
  if (view.state.sliceDoc(from, to) === insert) return;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
}

function openable(url: string): string | null {
  const { protocol, href } = URL.parse(url, location.href) ?? { protocol: '', href: '' };
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
}

/** It would be published as plain words, and nobody would know why. */
const refusal = (typed: string) =>
  isSafeLink(typed)
    ? null
    : 'This won’t be published as a link. Links usually start with https://.';

/** Nothing is written before both are known: Escape leaves the text as it was. */
function addLink(view: EditorView): void {
  const span = view.state.selection.main;
  const words = { label: 'Words', value: '', type: 'text' } as const;
  const url = { label: 'URL', value: '', type: 'url', refusal } as const;
  openPopover(view, {
    ...{ title: 'Link', span, first: 0, more: [] },
    fields: span.empty ? [words, url] : [url],
    apply(values) {
      const target = urlFrom(values.at(-1) ?? '');
      const { state } = view;
      const spec = span.empty
        ? newLink(span.from, values[0] ?? '', target)
        : target && linked(state, span.from, span.to, target);
      if (spec) view.dispatch(spec, { userEvent: 'input.format', scrollIntoView: true });
    },
  });
}

export function editOrAddLink(view: EditorView): boolean {
  if (!editLinkAt(view, view.state.selection.main.head)) addLink(view);
  return true;
}
