// A part of a page that a writer pasted, as the Markdown that says the same.

import { readFileText } from './read-file.ts';

export async function pastedAsMarkdown(html: string): Promise<string> {
  return (await readFileText({ kind: 'pasted', text: html })).body;
}
