// Writes an image as Markdown: its alt text, its caption as the title, and a mark if it is wide.

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
