// Converts pasted HTML to Markdown.

import { readFileText } from './read-file.ts';

export async function pastedAsMarkdown(html: string): Promise<string> {
  return (await readFileText({ kind: 'pasted', text: html })).body;
}
