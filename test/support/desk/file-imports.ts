// A desk at which a writer imports files, and the resulting drafts or errors.

import assert from 'node:assert/strict';
import { contentOf } from '../../../src/operations/pieces/content.ts';
import type { DatabaseKind } from '../databases/databases.ts';
import { startDesk } from './desk.ts';
import { leadsTo } from './desk-browser.ts';
import { type FormFile, sendFile } from './file-forms.ts';

/** The content of a draft with default values for every field that its file doesn't set. */
export const PLAIN = contentOf({ headline: '', body_md: '' });

export async function startImports(kind: DatabaseKind) {
  const desk = await startDesk(kind);
  const ada = await desk.writer('ada');
  const browser = await desk.signedIn(ada);
  const send = (file: FormFile | null) => sendFile(desk.app, browser, '/desk/import', file);

  /** The draft made from a file, and the names of the parts that were left out. */
  async function draftFrom(file: FormFile) {
    const place = new URL(leadsTo(await send(file)), 'https://press.example');
    const id = place.pathname.slice(-36);
    const version = await desk.context.store.pieces.version(id, 1);
    assert.ok(version);
    const without = place.searchParams.get('without');
    assert.equal(place.pathname, `/desk/${without ? 'import' : 'edit/pieces'}/${id}`);
    return { id, version, leftOut: without?.split(',') ?? [] };
  }

  /** The error shown next to the file's field. */
  async function refusalOf(file: FormFile | null): Promise<string> {
    const { statusCode, body } = await send(file);
    assert.ok(statusCode === 400 || statusCode === 413, body);
    return /id="file-error">([^<]*)</.exec(body)?.[1] ?? `no error in ${body}`;
  }

  const me = await desk.context.store.authors.bySlug('ada');
  const drafts = () => desk.context.store.pieces.ofAuthor(me?.id ?? '', null, 1000);
  return { ...desk, browser, send, draftFrom, refusalOf, drafts };
}
