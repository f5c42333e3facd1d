// A writer at the desk who is working on a piece.

import assert from 'node:assert/strict';
import type { Config } from '../../../src/config.ts';
import type { DatabaseKind } from '../databases/databases.ts';
import { addKey, addWriter, browserOf, type Gate, post, startGate } from '../gate.ts';
import { at } from '../json.ts';
import { type DeskBrowser, leadsTo } from './desk-browser.ts';
import { textFields } from './texts.ts';

export interface Editing {
  gate: Gate;
  writer: DeskBrowser;
  /** Another person who is signed in. */
  stranger: DeskBrowser;
  key: string;
  /** Creates a piece by the writer and returns the URL of its page. */
  piece(words?: string): Promise<string>;
  /** Creates a piece drafted by a program, and returns the URL of its page. */
  drafted(fields: { headline: string; body_md: string; sub?: string }): Promise<string>;
  /** Saves a new version over the given one. */
  save(page: string, over: number, fields?: { [name: string]: string }): Promise<void>;
}

export const idOf = (page: string) => /[0-9a-f-]{36}/.exec(page)?.[0] ?? '';

export async function startEditing(
  kind: DatabaseKind,
  settings = {},
  more: Partial<Config> = {},
): Promise<Editing> {
  const gate = await startGate(kind, settings, more);
  const writer = await browserOf(gate, await addWriter(gate, 'ada'));
  const stranger = await browserOf(gate, await addWriter(gate, 'bob', { admin: true }));
  const { key } = await addKey(gate, 'ada', { name: 'research-agent' });
  return {
    gate,
    writer,
    stranger,
    key,
    async piece(words = 'one') {
      const made = leadsTo(await writer.submit('/desk/edit/pieces/new', textFields(words)));
      return `/desk/edit/pieces/${idOf(made)}`;
    },
    async drafted(fields) {
      const answer = await post(gate, key, fields);
      assert.equal(answer.statusCode, 201, answer.body);
      return `/desk/edit/pieces/${at(JSON.parse(answer.body), 'id')}`;
    },
    async save(page, over, fields = {}) {
      gate.clock.advance(60_000);
      leadsTo(await writer.submit(page, { ...textFields(`v${over + 1}`, over), ...fields }));
    },
  };
}
