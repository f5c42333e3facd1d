// Decodes a file to text: UTF-8, or UTF-16 with a byte order mark. Binary files are refused.

import { refusal } from './refusal.ts';

export function textOf(bytes: Buffer): string {
  const text = decoded(bytes).replace(/\r\n?/g, '\n');
  if (text.includes('\0'))
    throw refusal(
      'This is not a text file. Save your text as Markdown, plain text or a web page, and choose that file.',
    );
  return withoutControls(text);
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw refusal(
      'The text is not encoded as UTF-8. Save it again in the program that you wrote it with, and choose UTF-8 as ' +
        'the encoding.',
    );
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Drops control characters, which no stored text may contain and readers can't see. */
export const withoutControls = (text: string) => text.replace(/(?![\t\n])\p{Cc}/gu, '');
