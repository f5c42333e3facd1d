// A writer with a piece to put images into, images to send, and what comes of them.

import assert from 'node:assert/strict';
import sharp, { type Sharp } from 'sharp';
import { CSRF_FIELD } from '../../src/http/pages/csrf.ts';
import { type DatabaseKind, freshPlace } from '../support/databases/databases.ts';
import { type Desk, startDesk } from '../support/desk/desk.ts';
import { type Answer, type DeskBrowser, leadsTo, type Part } from '../support/desk/desk-browser.ts';
import { at } from '../support/json.ts';

export interface Studio extends Desk {
  dataDir: string;
  ada: DeskBrowser;
  /** A piece of Ada's. */
  piece: string;
  token: string;
  /** Sends parts to a piece with Ada's token. */
  send(parts: Part[]): Promise<Answer>;
}

export const imagesOf = (piece: string) => `/desk/edit/pieces/${piece}/pictures`;

export async function startStudio(
  kind: DatabaseKind,
  environment: { [name: string]: string } = {},
): Promise<Studio> {
  const { dataDir } = await freshPlace('sqlite');
  const desk = await startDesk(kind, { DATA_DIR: dataDir, ...environment });
  const ada = await desk.signedIn(await desk.writer('ada'));
  const piece = await newPiece(ada);
  const token = await ada.csrfToken('/desk');
  const send = (parts: Part[]) =>
    ada.upload(imagesOf(piece), [{ name: CSRF_FIELD, body: token }, ...parts]);
  return { ...desk, dataDir, ada, piece, token, send };
}

export async function newPiece(browser: DeskBrowser): Promise<string> {
  const fields = { headline: 'Bridges', body_md: 'Text.', category: 'life', frame: 'lesson' };
  const place = leadsTo(await browser.submit('/desk/edit/pieces/new', fields));
  return /[0-9a-f-]{36}/.exec(place)?.[0] ?? assert.fail(place);
}

export const file = (body: Buffer | string, fileName = 'a.jpg', type = 'image/jpeg'): Part => ({
  name: 'file',
  fileName,
  type,
  body,
});

/** Something to look at: each seed another, and no two rows alike. */
export function painting(width: number, height: number, seed = 1, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * seed + (at >> 8)) & 0xff;
  return sharp(pixels, { raw: { width, height, channels } });
}

/** An animation whose frames each have a different grey. */
export function flipBook(width: number, height: number, frames: number): Sharp {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, at) => Buffer.alloc(width * height * 3, at * 101)),
  );
  return sharp(pixels, {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  });
}

export const ACCEPT = {
  avif: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  webp: 'image/webp,*/*;q=0.8',
  fallback: '*/*',
} as const;

/** Asserts that an image was taken, and says where it is. */
export function addressIn(answer: Answer): string {
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(at(answer.json(), 'ok'), true);
  return String(at(answer.json(), 'url'));
}
