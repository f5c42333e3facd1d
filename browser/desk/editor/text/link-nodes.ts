// Finds links and images in the text by its syntax tree.

import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

export interface LinkText {
  kind: 'Link' | 'Image';
  from: number;
  to: number;
  /** The text between the brackets: the words of a link, or the alt text of an image. */
  words: { from: number; to: number };
  url: { from: number; to: number };
}

/** Splits `[words](url)` or `![alt](url)` into its parts; null for a reference link, which contains no URL. */
export function linkText(node: SyntaxNode): LinkText | null {
  const [open, close] = node.getChildren('LinkMark');
  const url = node.getChild('URL');
  if (!open || !close || !url || url.from < close.to) return null;
  return {
    kind: node.name === 'Image' ? 'Image' : 'Link',
    ...{ from: node.from, to: node.to },
    words: { from: open.to, to: close.from },
    url: { from: url.from, to: url.to },
  };
}

/** The link or image that contains the position or touches it. */
export function linkAt(state: EditorState, at: number): LinkText | null {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side);
    while (node && node.name !== 'Link' && node.name !== 'Image') node = node.parent;
    const found = node && linkText(node);
    if (found) return found;
  }
  return null;
}
