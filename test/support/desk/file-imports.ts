// A desk at which a writer imports files, and what became of each.

import assert from 'node:assert/strict';
import { contentOf } from '../../../src/operations/pieces/content.ts';
import type { DatabaseKind } from '../databases/databases.ts';
import { startDesk } from './desk.ts';
import { leadsTo } from './desk-browser.ts';
import { type FormFile, sendFile } from './file-forms.ts';

/** What the desk says when the text is fine and nothing else was given. */
export const PLAIN = contentOf({ headline: '', body_md: '' });

export async function startImports(kind: DatabaseKind) {
  const desk = await startDesk(kind);
  const ada = await desk.writer('ada');
  const browser = await desk.signedIn(ada);
  const send = (file: FormFile | null) => sendFile(desk.app, browser, '/desk/import', file);

  /** The draft that a file became, and what was left out on the way. */
  async function draftFrom(file: FormFile) {
    const place = new URL(leadsTo(await send(file)), 'https://press.example');
    const id = place.pathname.slice(-36);
    const version = await desk.context.store.pieces.version(id, 1);
    assert.ok(version);
    const without = place.searchParams.get('without');
    assert.equal(place.pathname, `/desk/${without ? 'import' : 'edit/pieces'}/${id}`);
    return { id, version, leftOut: without?.split(',') ?? [] };
  }

  /** The words beside the field of a form that came back. */
  async function refusalOf(file: FormFile | null): Promise<string> {
    const { statusCode, body } = await send(file);
    assert.ok(statusCode === 400 || statusCode === 413, body);
    return /id="file-error">([^<]*)</.exec(body)?.[1] ?? `no error in ${body}`;
  }

  const me = await desk.context.store.authors.bySlug('ada');
  const drafts = () => desk.context.store.pieces.ofAuthor(me?.id ?? '', null, 1000);
  return { ...desk, browser, send, draftFrom, refusalOf, drafts };
}
