/** Footnotes of a piece, listed at its end in the order of their first reference. */

import type { Env, StateCore, Token } from 'markdown-it';

export const BACK_REFERENCES = 100;

interface Note {
  label: string;
  count: number;
}

export function gatherNotes(state: StateCore): void {
  const { rest, contents } = apart(state.tokens);
  state.tokens = rest;
  const notes = notesIn(state.env);
  if (notes.length === 0) return;
  const add = (token: Token) => state.tokens.push(token);
  add(new state.Token('footnote_block_open', '', 1));
  for (const [id, note] of notes.entries()) {
    const content = contents.get(note.label) ?? [];
    // Back-references go into the last paragraph, if the note ends with one.
    const end = content.at(-1)?.type === 'paragraph_close' ? content.length - 1 : content.length;
    add(tokenOf(state, 'footnote_open', 1, { id }));
    for (const token of content.slice(0, end)) add(token);
    const count = Math.min(Math.max(1, note.count), BACK_REFERENCES);
    for (let subId = 0; subId < count; subId += 1) {
      add(tokenOf(state, 'footnote_anchor', 0, { id, subId }));
    }
    for (const token of content.slice(end)) add(token);
    add(new state.Token('footnote_close', '', -1));
  }
  add(new state.Token('footnote_block_close', '', -1));
}

function tokenOf(state: StateCore, type: string, nesting: 0 | 1, meta: object): Token {
  const token = new state.Token(type, '', nesting);
  token.meta = { ...meta };
  return token;
}

/** Separates the notes, which can be nested, from the piece. */
function apart(tokens: readonly Token[]) {
  const rest: Token[] = [];
  const contents = new Map<string, Token[]>();
  const open: { label: string; content: Token[] }[] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') {
      open.push({ label: String(token.meta?.['label']), content: [] });
    } else if (token.type === 'footnote_reference_close') {
      const note = open.pop();
      if (note) contents.set(note.label, note.content);
    } else (open.at(-1)?.content ?? rest).push(token);
  }
  return { rest, contents };
}

function notesIn(env: Env): Note[] {
  const { list }: { list?: unknown } = { ...Object(env['footnotes']) };
  if (!Array.isArray(list)) return [];
  return list.map((note) => ({ label: String(note.label), count: Number(note.count) }));
}
