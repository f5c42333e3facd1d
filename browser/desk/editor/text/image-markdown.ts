// An image as Markdown: alt text, caption as its title, and the mark of a wide one.

interface InsertedImage {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
  readonly isWide: boolean;
}

export const WIDE = '{.wide}';

export function imageMarkdown({ url, alt, caption, isWide }: InsertedImage): string {
  const title = caption === '' ? '' : ` "${escaped(caption, /["\\]/g)}"`;
  return `![${escaped(alt, /[[\]\\]/g)}](${url}${title})${isWide ? WIDE : ''}`;
}

const escaped = (text: string, special: RegExp) => text.replace(special, '\\$&');
