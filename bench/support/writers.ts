// Requests of writers and their programs: drafts, saves, publishing, images and signing in.

import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { getString } from '../../src/http/json.ts';
import { textFields } from '../../test/support/desk/texts.ts';
import { type RemoteAnswer, RemoteBrowser } from '../../test/support/processes/served.ts';
import type { Kind } from './mixed-traffic.ts';
import type { Site } from './readers.ts';

export interface Writer {
  email: string;
  password: string;
  key: string;
  browser: RemoteBrowser;
}

/** Changes that the service has acknowledged, so that none of them may be lost. */
export interface Acknowledged {
  drafts: Set<string>;
  published: Set<string>;
}

const BODY = 'Some *words* to render, and [a link](https://press.example).\n\n'.repeat(40);

const idIn = (text: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

/** New image, different from all others. */
async function newImage(): Promise<File> {
  const [r, g, b] = [0, 0, 0].map(() => Math.floor(Math.random() * 256));
  const background = { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });
}

/** Sends the same draft twice; the second response must be the same as the first. */
async function draftTwice({ base, send }: Site, { key }: Writer, { drafts }: Acknowledged) {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ headline: `Draft ${randomUUID()}`, body_md: BODY }),
  };
  const [first, second] = [
    await send(`${base}/api/v1/pieces`, request),
    await send(`${base}/api/v1/pieces`, request),
  ];
  if (first.status !== 201) return first;
  if (second.body !== first.body) return { ...second, status: 0 };
  drafts.add(getString(JSON.parse(first.body), 'id').slice(-36));
  return first;
}

export function writersOf(site: Site, writers: Writer[], acknowledged: Acknowledged): Kind[] {
  const pieces = `${site.base}/desk/edit/pieces`;
  const anyone = () => {
    const writer = writers[Math.floor(Math.random() * writers.length)];
    if (!writer) throw new Error('There are no writers.');
    return writer;
  };
  const made = async ({ browser }: Writer): Promise<{ id: string; answer: RemoteAnswer }> => {
    const fields = { ...textFields(randomUUID()), body_md: BODY };
    const answer = await browser.post(`${pieces}/new`, fields);
    const id = idIn(answer.headers.get('location') ?? '');
    if (answer.status === 303) acknowledged.drafts.add(id);
    return { id, answer };
  };
  return [
    { name: 'drafts', weight: 3, run: () => draftTwice(site, anyone(), acknowledged) },
    { name: 'desk pages', weight: 4, run: () => anyone().browser.open(`${site.base}/desk`) },
    {
      name: 'saves',
      weight: 2,
      async run() {
        const writer = anyone();
        const { id, answer } = await made(writer);
        if (answer.status !== 303) return answer;
        return writer.browser.post(`${pieces}/${id}`, textFields(randomUUID(), 1));
      },
    },
    {
      name: 'publications',
      weight: 1,
      async run() {
        const writer = anyone();
        const { id, answer } = await made(writer);
        if (answer.status !== 303) return answer;
        const moved = await writer.browser.post(`${pieces}/${id}/publish`, { version: '1' });
        if (moved.status === 303) acknowledged.published.add(id);
        return moved;
      },
    },
    {
      name: 'images sent',
      weight: 0.5,
      async run() {
        const writer = anyone();
        const { id, answer } = await made(writer);
        if (answer.status !== 303) return answer;
        const sent = await writer.browser.upload(`${pieces}/${id}/pictures`, await newImage());
        if (sent.status === 200)
          site.images.push(new URL(getString(JSON.parse(sent.body), 'url'), site.base).pathname);
        if (site.images.length > 100) site.images.shift();
        return sent;
      },
    },
    {
      name: 'sign-ins',
      weight: 0.5,
      async run() {
        const { email, password } = anyone();
        const browser = new RemoteBrowser({ 'x-forwarded-for': anyAddress() });
        await browser.open(`${site.base}/desk/sign-in`);
        return browser.post(`${site.base}/desk/sign-in`, { email, password });
      },
    },
  ];
}

/** IP addresses vary, so that rate limits can stay on and count each client separately. */
export const anyAddress = () =>
  `10.0.${Math.floor(Math.random() * 64)}.${1 + Math.floor(Math.random() * 250)}`;
