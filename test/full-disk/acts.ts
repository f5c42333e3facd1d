// Every kind of write that a client can request, each on a separate object, so that it can be tried on a full disk and
// again afterwards.

import { randomUUID } from 'node:crypto';
import { PRODUCT_CATEGORIES } from '../../src/schemas/vocabulary.ts';
import { painting } from '../media/image-world.ts';
import { textFields } from '../support/desk/texts.ts';
import { RemoteBrowser } from '../support/processes/served.ts';
import { listActs } from './list-acts.ts';

export interface Answered {
  status: number;
  headers: Headers;
  body: string;
}

export interface Act {
  what: string;
  /** The status when it is done. */
  done: number;
  /** Creates what the act needs, while there is space. */
  prepare?(): Promise<string>;
  run(prepared: string): Promise<Answered>;
}

interface Person {
  email: string;
  password: string;
}

export interface Desk {
  origin: string;
  key: string;
  person: Person;
  writer: RemoteBrowser;
  receiver: string;
}

/** Long enough to need separate pages in the file. */
const LONG = 'A long sentence that is not like the others. '.repeat(1_500);

export async function draft({ origin, key }: Desk, headers = {}, body_md = LONG) {
  const answer = await fetch(`${origin}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ headline: `Draft ${randomUUID()}`, body_md }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

const image = async () => {
  const seed = 1 + Math.floor(Math.random() * 250);
  const bytes = await painting(300, 200, seed).jpeg({ quality: 95 }).toBuffer();
  return new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' });
};

const idIn = (text: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

function pieceActs(desk: Desk): Act[] {
  const { origin, writer } = desk;
  const pieces = `${origin}/desk/edit/pieces`;
  const made = async () => {
    const answer = await writer.post(`${pieces}/new`, textFields(randomUUID()));
    return idIn(answer.headers.get('location') ?? '');
  };
  const published = async () => {
    const id = await made();
    await writer.post(`${pieces}/${id}/publish`, { version: '1' });
    return id;
  };
  const text = (version?: number) => ({ ...textFields(randomUUID(), version), body_md: LONG });
  return [
    { what: 'new piece', done: 303, run: () => writer.post(`${pieces}/new`, text()) },
    {
      what: 'save',
      done: 303,
      prepare: made,
      run: (id) => writer.post(`${pieces}/${id}`, text(1)),
    },
    {
      what: 'autosave',
      done: 200,
      prepare: made,
      run: (id) =>
        writer.call(`${pieces}/${id}/save`, {
          ...text(),
          tags: [],
          external_url: null,
          version: 1,
        }),
    },
    {
      what: 'publish',
      done: 303,
      prepare: made,
      run: (id) => writer.post(`${pieces}/${id}/publish`, { version: '1' }),
    },
    {
      what: 'unpublish',
      done: 303,
      prepare: published,
      run: (id) => writer.post(`${pieces}/${id}/unpublish`),
    },
    {
      what: 'delete a piece',
      done: 303,
      prepare: made,
      run: (id) => writer.post(`${pieces}/${id}/delete`),
    },
    {
      what: 'preview link',
      done: 303,
      prepare: made,
      run: (id) => writer.post(`${pieces}/${id}/preview`),
    },
    {
      what: 'image in a piece',
      done: 200,
      prepare: made,
      run: async (id) => writer.upload(`${pieces}/${id}/pictures`, await image()),
    },
    {
      what: 'file import',
      done: 303,
      run: () =>
        writer.upload(
          `${origin}/desk/import`,
          new File([`# ${randomUUID()}\n\n${LONG}`], 'a.md', { type: 'text/markdown' }),
        ),
    },
    ...listActs(desk, { made, published }),
  ];
}

function accountActs({ origin, person, writer, receiver }: Desk): Act[] {
  const presence = `${origin}/desk/edit/online-presence`;
  const signedIn = async () => {
    const browser = new RemoteBrowser();
    await browser.open(`${origin}/desk/sign-in`);
    return { browser, answer: await browser.post(`${origin}/desk/sign-in`, { ...person }) };
  };
  const leaving = new Map<string, RemoteBrowser>();
  return [
    { what: 'sign-in', done: 303, run: async () => (await signedIn()).answer },
    {
      what: 'sign-out',
      done: 303,
      async prepare() {
        const { browser } = await signedIn();
        await browser.open(`${origin}/desk`);
        const name = randomUUID();
        leaving.set(name, browser);
        return name;
      },
      run: (name) => (leaving.get(name) ?? writer).post(`${origin}/desk/sign-out`),
    },
    {
      what: 'sign-up',
      done: 303,
      async run() {
        const slug = `new-${randomUUID().slice(0, 8)}`;
        const browser = new RemoteBrowser();
        await browser.open(`${origin}/desk/sign-up`);
        const fields = {
          name: slug,
          slug,
          email: `${slug}@press.example`,
          password: LONG.slice(0, 40),
        };
        return browser.post(`${origin}/desk/sign-up`, fields);
      },
    },
    {
      what: 'new key',
      done: 200,
      run: () => writer.post(presence, { name: 'program', scope: 'pieces:write', expires: '' }),
    },
    {
      what: 'profile',
      done: 303,
      run: () =>
        writer.post(`${origin}/desk/edit/profile`, { name: 'Ada', slug: 'ada', bio: randomUUID() }),
    },
    {
      what: 'portrait',
      done: 303,
      run: async () =>
        writer.upload(`${origin}/desk/edit/profile/picture`, await image(), {
          ...{ name: 'Ada', slug: 'ada' },
        }),
    },
    {
      what: 'webhook',
      done: 303,
      run: () => writer.post(`${presence}/webhook`, { url: `${receiver}/${randomUUID()}` }),
    },
    { what: 'webhook secret', done: 200, run: () => writer.post(`${presence}/webhook/secret`) },
    { what: 'test delivery', done: 303, run: () => writer.post(`${presence}/webhook/test`) },
    {
      what: 'product',
      done: 303,
      run: () =>
        writer.post(`${origin}/desk/edit/shop/new`, {
          name: 'A book',
          description: LONG.slice(0, 400),
          price: '12.50',
          currency: 'EUR',
          category: PRODUCT_CATEGORIES[0],
          payment_url: 'https://pay.example.org/guide',
        }),
    },
  ];
}

export function actsOf(desk: Desk): Act[] {
  return [
    { what: 'draft by a program', done: 201, run: () => draft(desk) },
    {
      what: 'draft with an Idempotency-Key',
      done: 201,
      run: () => draft(desk, { 'idempotency-key': randomUUID() }),
    },
    {
      what: 'image by a program',
      done: 201,
      async run() {
        const answer = await fetch(`${desk.origin}/api/v1/images`, {
          method: 'POST',
          headers: { authorization: `Bearer ${desk.key}`, 'content-type': 'image/jpeg' },
          body: await image(),
        });
        return { status: answer.status, headers: answer.headers, body: await answer.text() };
      },
    },
    {
      what: 'draft taken back by a program',
      done: 200,
      prepare: async () => idIn((await draft(desk, {}, 'Short.')).body),
      async run(id) {
        const answer = await fetch(`${desk.origin}/api/v1/pieces/${id}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${desk.key}` },
        });
        return { status: answer.status, headers: answer.headers, body: await answer.text() };
      },
    },
    ...pieceActs(desk),
    ...accountActs(desk),
  ];
}
