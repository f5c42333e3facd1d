// Every form of the desk with bad input: the focus goes to what is wrong, which says so in words for a
// person, the page's title says it too, and no secret comes back.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { makePasswordLink } from '../../../src/operations/accounts/password-reset.ts';
import { signUp } from '../../../src/operations/accounts/sign-up.ts';
import { createWriter } from '../../../src/operations/accounts/writers.ts';
import { importArchive } from '../../../src/operations/archive/import.ts';
import { UNLEASED } from '../../../src/store/database/leases.ts';
import { piece, product, saidAbout, series, sitePage } from '../../support/archive/records.ts';
import { rowsAt } from '../../support/databases/rows.ts';
import { type Answer, DeskBrowser } from '../../support/desk/desk-browser.ts';
import { addWriter, browserOf, startGate } from '../../support/gate.ts';
import { routesTakenDown } from '../../support/openapi/route-list.ts';
import { type FoundForm, formsOn } from './pages-forms.ts';

const EVERYTHING = {
  ...{ REVIEW: 'on', SIGNUPS: 'open', RATE_LIMITS: 'off' },
  ...{ SMTP_URL: 'smtp://127.0.0.1:1', WEBHOOK_ALLOW: '127.0.0.0/8' },
};

/** How a form can be filled in wrongly. */
const BAD: { [how: string]: string } = {
  empty: '',
  blank: '  ',
  'a word': 'junk',
  long: 'x'.repeat(3000),
  'control characters': 'a\u0007b',
  'a tag': '<b>x</b>',
};

const SECRET = 'sesame-7c1f';

/** Words of schema errors, which no person would say. */
const SCHEMA_WORDS =
  /must NOT|must be|must match|\bpattern\b|\bstring\b|\bnull\b|\bschema\b|\bExpected\b|\bgot\b|\bundefined\b|\bproperty\b|\binteger\b|\[object/;

/** Routes of the desk that take no form of a page, and those whose pages a link opens. */
const NO_FORMS = [
  // Called by scripts, which answer with JSON.
  ...['/desk/edit/pieces/new/save', '/desk/edit/pieces/:id/save', '/desk/edit/preview'],
  ...['/desk/edit/pasted', '/desk/edit/pieces/:id/pictures'],
  '/desk/edit/pieces/:id/series/choice',
  /^\/desk\/passkeys\/(?!remove)/,
  // A button in another state than this one's: with a passkey, an invitation, a webhook that is off.
  ...['/desk/passkeys/remove', '/desk/invite/revoke', '/desk/edit/online-presence/webhook/on'],
  ...['/desk/edit/online-presence/webhook/deliveries/:id', '/desk/edit/online-presence/disconnect'],
  // Requests by apps, which begin at the app's own site; see test/oauth.
  '/desk/connect/:uid',
  // A button alone, and the first account of a service that has none.
  ...['/desk/account/email', '/desk/set-up'],
];

const gate = await startGate('sqlite', EVERYTHING);
const { app, context } = gate;
await app.ready();
const ada = await addWriter(gate, 'ada', { admin: true });
const writer = await browserOf(gate, ada);
const visitor = new DeskBrowser(app);
await createWriter(context, {
  ...{ slug: 'bo', name: 'Bo', email: 'bo@press.example', password: 'the password of bo' },
  ...{ admin: false, identityVerified: false },
});
const NOTE = '5f3f8a6e-1c2b-4d7a-9e0f-aa00bb11cc22';
const own = ['draft', 'approved', 'rejected', 'changes_requested', 'pending'].map((status) =>
  piece('ada', {
    ...{ status, ...saidAbout('writer', NOTE) },
    ...(status !== 'approved' && { published_at: undefined }),
  }),
);
const theirs = piece('bo', {
  ...{ status: 'pending', published_at: undefined },
  ...saidAbout('reviewer', NOTE),
});
const goods = product('ada');
const imprint = sitePage('imprint');
const walks = series('ada', own.slice(0, 2));
const ADA = { name: 'Ada', slug: 'ada', website: 'https://127.0.0.1/' };
await importArchive(
  context,
  [...own, theirs, goods, product('ada'), imprint, walks].map((line) => JSON.stringify(line)),
);
await writer.submit('/desk/edit/online-presence', { name: 'a key', scope: 'pieces:write' });
await writer.submit(`/desk/edit/pieces/${own[0]?.id}`, {
  headline: 'Again',
  body_md: 'Words.',
  category: 'life',
  frame: 'lesson',
  version: '1',
});
await writer.submit(`/desk/edit/pieces/${own[0]?.id}/preview`);

const timed = piece('ada', { status: 'draft', published_at: undefined });
await importArchive(context, [JSON.stringify(timed)]);
await context.store.schedules.put({
  ...{ piece_id: timed.id, state: 'scheduled', act: 'publish', version: 1, zone: 'UTC' },
  ...{ due_at: new Date(gate.clock.now().getTime() + 60_000).toISOString(), declaration: 'human' },
  ...{ actor_id: ada.id, session_id: 'none', cancelled_because: null, ended_at: null },
  ...{ made_at: gate.clock.now().toISOString(), ...UNLEASED },
});

const trashed = piece('ada', { status: 'draft', published_at: undefined });
await importArchive(context, [JSON.stringify(trashed)]);
await writer.submit(`/desk/edit/pieces/${trashed.id}/delete`);
await writer.submit('/desk/edit/profile', ADA);
const invited = await writer.submit('/desk/invite', { role: 'writer' });
/** The pages that links in emails open. */
const linked: { [url: string]: string } = {
  '/desk/join': String(/\/desk\/join\?token=[\w-]+/.exec(invited.body)),
  '/desk/reset': `/desk/reset?token=${await linkToReset()}`,
  '/desk/confirm': `/desk/confirm?token=${await signUp(
    context,
    { slug: 'cy', name: 'Cy', email: 'cy@press.example', password: 'the password of cy' },
    '127.0.0.1',
  )}`,
};
const HOOK = '/desk/edit/online-presence/webhook';
await writer.submit(HOOK, { url: 'https://127.0.0.1/hook' }, '/desk/edit/online-presence');

/** A reset link as an admin passes it on without a mail server. */
async function linkToReset(): Promise<string> {
  const unmailed = { ...context, config: { ...context.config, smtpUrl: null } };
  const actor = {
    ...({ kind: 'writer', accountId: ada.id, slug: 'ada' } as const),
    ...{ isAdmin: true, sessionId: 'none' },
  };
  const asked = { slug: 'bo', current: ada.password, network: '127.0.0.1' };
  const url = await makePasswordLink(unmailed, actor, asked);
  return new URL(String(url)).searchParams.get('token') ?? '';
}

/** The pages of a route, for each thing that it may be about. */
function pagesOf(url: string): string[] {
  if (linked[url]) return [linked[url]];
  if (url.startsWith('/desk/edit/pieces/:id/schedule')) return [url.replace(':id', timed.id)];
  if (url.startsWith('/desk/trash/')) return [url.replace(':id', trashed.id)];
  if (url.startsWith('/desk/review/')) {
    return [url.replace(':id', theirs.id).replace(':note', NOTE)];
  }
  if (url.startsWith('/desk/pages/')) return [url.replace(':id', imprint.id)];
  if (url.startsWith('/desk/series/')) return [url.replace(':id', walks.id)];
  if (url.startsWith('/desk/edit/shop/')) return [url.replace(':id', goods.id)];
  const filled = url
    .replace(':number', '1')
    .replace(':slug', 'bo')
    .replace(/:note|:proposal/, NOTE);
  return filled.includes(':id') ? own.map(({ id }) => filled.replace(':id', id)) : [filled];
}

const deskRoutes = routesTakenDown(app).filter(({ url }) => /^\/desk(?:\/|$)/.test(url));
const takes = (method: string) =>
  deskRoutes.filter((route) => [route.method].flat().includes(method)).map(({ url }) => url);
/** Others answer 405, and say nothing about a body. */
const takeForms = deskRoutes
  .filter(({ bodyLimit }) => bodyLimit !== undefined)
  .map(({ url }) => url);
const isForm = (url: string) =>
  !url.includes('*') &&
  !NO_FORMS.some((none) => (typeof none === 'string' ? none === url : none.test(url)));

/** A copy of the browser, unaffected by earlier forms. */
function sameAs({ cookies }: DeskBrowser): DeskBrowser {
  const browser = new DeskBrowser(app);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

interface OpenForm extends FoundForm {
  browser: DeskBrowser;
}

async function everyForm(): Promise<OpenForm[]> {
  const found = new Map<string, OpenForm>();
  for (const page of takes('GET').filter(isForm).flatMap(pagesOf)) {
    for (const browser of [visitor, writer]) {
      const { body, statusCode } = await browser.open(page);
      if (statusCode !== 200) continue;
      for (const form of formsOn(page, body)) {
        const names = form.filled.map(({ name }) => name);
        found.set(`${form.action} ${names}`, { ...form, browser: sameAs(browser) });
      }
    }
  }
  return [...found.values()];
}

async function send(
  { browser: opened, action, isMultipart, hidden, filled }: OpenForm,
  how: string,
) {
  const browser = sameAs(opened);
  const badFor = (type: string) =>
    type === 'password' && BAD[how]?.trim() ? `${SECRET}${BAD[how]}` : (BAD[how] ?? '');
  const values = filled.map(({ name, type }) => [name, badFor(type)] as const);
  if (!isMultipart) return browser.post(action, { ...hidden, ...Object.fromEntries(values) });
  const fields = [...Object.entries(hidden), ...values];
  const isFile = (name: string) =>
    filled.some((each) => each.name === name && each.type === 'file');
  const parts = fields.map(([name, body]) =>
    isFile(name) ? { name, fileName: how === 'empty' ? '' : 'a.txt', body } : { name, body },
  );
  return browser.upload(action, parts);
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&#39;', '’');

/** Whether what is wrong has the focus, says so, and how. */
function faultsIn({ body, statusCode }: Answer): string[] {
  const faults: string[] = [];
  const messages = [...body.matchAll(/<p class="(?:error|notice problem)"[^>]*>(.*?)<\/p>/gs)];
  const words = messages.map(([, text = '']) => textOf(text));
  if (words.length === 0) faults.push(`says nothing (${statusCode})`);
  for (const each of words) if (SCHEMA_WORDS.test(each)) faults.push(`says “${each}”`);
  if (!/<title>Error: /.test(body)) faults.push('its title does not say so');
  const focused = [...body.matchAll(/<\w+\b[^>]*\sautofocus\b[^>]*>/g)].map(([tag]) => tag);
  if (focused.length !== 1) faults.push(`${focused.length} elements have the focus`);
  const [tag = ''] = focused;
  const isField = /aria-invalid="true"/.test(tag);
  const hasFieldError = body.includes('<p class="error"');
  if (hasFieldError && !isField) faults.push(`the focus is not on the field but on ${tag}`);
  const described = /aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? [];
  if (isField && !described.some((id) => body.includes(`id="${id}"`) && id.endsWith('-error'))) {
    faults.push(`${tag} is not described by its error`);
  }
  if (body.includes(SECRET)) faults.push('a secret comes back');
  return faults;
}

/** Not choices, which can't be wrong in a browser, nor secrets. */
const TYPED = ['text', 'email', 'url', 'search'];

/** Fields whose words are not in the page that shows the form again, as a person typed them. */
function lostFrom({ action, filled }: OpenForm, { body }: Answer, how: string): string[] {
  const typed = BAD[how] ?? '';
  const again = formsOn(action, body).find((form) => form.action === action);
  if (!again || typed.trim() === '' || how === 'control characters') return [];
  const escaped = typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const names = filled.filter(({ type }) => TYPED.includes(type)).map(({ name }) => name);
  return names
    .filter((name) => {
      const found = [...body.matchAll(controlsNamed(name))].map(([control]) => control);
      return found.length > 0 && !found.some((control) => control.includes(escaped));
    })
    .map((name) => `${name} is not what was typed`);
}

/** With what is in them; a list to choose from is none. */
const controlsNamed = (name: string) =>
  new RegExp(
    `<input\\b[^>]*\\sname="${name}"[^>]*>|<textarea\\b[^>]*\\sname="${name}"[^>]*>[^<]*`,
    'g',
  );

describe('every form of the desk', async () => {
  const forms = await everyForm();
  const rows = await rowsAt(gate.place);
  let refused = 0;
  after(() => assert.ok(refused > 50, `${refused} were refused`));

  test('every registered one is there', () => {
    const sentTo = new Set(forms.map(({ action }) => action.replace(/[?#].*/, '')));
    const missing = takeForms
      .filter(isForm)
      .filter((url) => !pagesOf(url).some((page) => sentTo.has(page.replace(/\?.*/, ''))));
    assert.deepEqual(missing, []);
  });

  for (const how of Object.keys(BAD)) {
    test(`filled in with ${how}`, async () => {
      const faults: string[] = [];
      for (const form of forms) {
        const answer = await send(form, how);
        if (answer.statusCode >= 400) {
          refused += 1;
          faults.push(...lostFrom(form, answer, how).map((lost) => `${form.action}: ${lost}`));
          assert.ok(answer.statusCode < 500, `${form.action}: ${answer.statusCode}`);
          faults.push(...faultsIn(answer).map((fault) => `${form.action}: ${fault}`));
        }
        if (await rows.haveChanged()) await rows.restore();
      }
      assert.deepEqual(faults, []);
    });
  }
});
