// Two writers, an admin and a suspended writer, with pieces in every state, and everyone who may make requests.

import { suspendWriter } from '../../src/operations/accounts/writers.ts';
import { revokeKey } from '../../src/operations/api-keys/api-keys.ts';
import { importArchive } from '../../src/operations/archive/import.ts';
import { UNLEASED } from '../../src/store/database/leases.ts';
import { piece, saidAbout, series } from '../support/archive/records.ts';
import { HOUR, type Person, SESSION } from '../support/desk/desk.ts';
import { type DeskBrowser, OWN_FORM } from '../support/desk/desk-browser.ts';
import { addKey, addWriter, browserOf, type Gate } from '../support/gate.ts';
import { ALLOWED, connected } from '../support/oauth.ts';

export interface Target {
  name: string;
  id: string;
  /** The working copy that a page would show. */
  version: number;
  /** When a form would have it published. */
  time?: { [field: string]: string };
}

export interface Credential {
  name: string;
  headers: { [name: string]: string };
  /** The CSRF token that its forms need. */
  token: string;
  /** The writer's own session, without what a form has to come with. */
  isWritersWithout?: true;
  /** The token of a connected app, which is for one route alone. */
  isApp?: true;
}

const id = (last: number) => `a0b1c2d3-e4f5-4a6b-8c7d-${String(last).padStart(12, '0')}`;

const OWNERS = ['draft', 'approved', 'pending', 'rejected', 'changes_requested'] as const;

/** Published, and changed since. */
const CHANGED: Target = { name: 'approved with changes', id: id(10), version: 2 };
const ADMINS: Target[] = [
  { name: 'draft of the admin', id: id(20), version: 1 },
  { name: 'pending of the admin', id: id(21), version: 1 },
];

/** Drafts: one that a form would schedule, and one that is scheduled. */
const TIME = { when: 'later', time: '2026-06-16T12:00', zone: 'UTC' };
const SCHEDULED: Target[] = [
  { name: 'draft for later', id: id(40), version: 1, time: TIME },
  { name: 'scheduled draft', id: id(41), version: 1, time: TIME },
];

export const TARGETS: readonly Target[] = [
  ...OWNERS.map((name, at) => ({ name, id: id(at), version: 1 })),
  CHANGED,
  ...ADMINS,
  ...SCHEDULED,
];

const line = (author: string, status: string, { id: own, name }: Target) =>
  piece(author, {
    id: own,
    status,
    headline: `A headline, ${name}`,
    // Uses the piece's own id, so that every id in a URL can be filled in with it.
    ...saidAbout(status === 'pending' ? 'reviewer' : 'writer', own),
    ...(status === 'approved' ? {} : { published_at: undefined }),
  });

/** The owner's series with two parts: one public, one a draft. */
export const SERIES = series('owner', [{ id: id(1) }, { id: id(10) }], {
  id: id(50),
  slug: 'seen',
});
const UNSEEN = series('owner', [{ id: id(0) }], { id: id(51), slug: 'unseen' });

/** In the headline of what is neither the owner's nor public. */
export const OF_ANOTHER = /A headline, (?:draft|pending) of the admin/;

/** Everyone and everything, and who could be at the door. */
export async function peopled(gate: Gate): Promise<Credential[]> {
  const owner = await addWriter(gate, 'owner');
  const other = await addWriter(gate, 'other');
  const admin = await addWriter(gate, 'chief', { admin: true });
  await addWriter(gate, 'eve');
  const lines = [
    ...OWNERS.map((status, at) => line('owner', status, { name: status, id: id(at), version: 1 })),
    line('owner', 'approved', CHANGED),
    ...SCHEDULED.map((each) => line('owner', 'draft', each)),
    ...ADMINS.map((each) => line('chief', each.name.split(' ')[0] ?? '', each)),
    line('eve', 'approved', { name: 'of somebody suspended', id: id(30), version: 1 }),
    ...[SERIES, UNSEEN],
  ];
  await importArchive(
    gate.context,
    lines.map((each) => JSON.stringify(each)),
  );
  const own = await browserOf(gate, owner);
  const fields = { version: '1', headline: 'Changed', body_md: 'Changed.', category: 'life' };
  await own.submit(`/desk/edit/pieces/${CHANGED.id}`, { ...fields, frame: 'lesson' });
  await scheduled(gate);
  const credentials = [
    ...(await keys(gate)),
    ...(await apps(gate, own)),
    ...(await sessions(gate, { owner, other, admin })),
  ];
  await suspendWriter(gate.context, 'eve');
  return credentials;
}

/** Schedules the drafts an hour ahead, as the writer would have done before REVIEW was switched on. */
async function scheduled({ context, clock }: Gate): Promise<void> {
  const author = await context.store.authors.bySlug('owner');
  await context.store.schedules.put({
    ...{ piece_id: id(41), state: 'scheduled', act: 'publish', version: 1, zone: 'UTC' },
    ...{ due_at: new Date(clock.now().getTime() + HOUR).toISOString(), declaration: 'human' },
    ...{ actor_id: author?.id ?? null, session_id: 'a session', cancelled_because: null },
    ...{ made_at: clock.now().toISOString(), ended_at: null, ...UNLEASED },
  });
}

async function keys(gate: Gate): Promise<Credential[]> {
  const write = await addKey(gate, 'owner');
  const read = await addKey(gate, 'owner', { scope: 'pieces:read' });
  const admins = await addKey(gate, 'chief');
  const suspended = await addKey(gate, 'eve');
  const revoked = await addKey(gate, 'owner');
  await revokeKey(gate.context, revoked.id);
  const expired = await addKey(gate, 'owner', { expiresAt: gate.clock.now() });
  const bearer = (name: string, key: string) => ({
    name,
    headers: { authorization: `Bearer ${key}` },
    token: '',
  });
  return [
    { name: 'nobody', headers: {}, token: '' },
    bearer('garbage', 'garbage'),
    bearer('a key that writes', write.key),
    bearer('a key that reads', read.key),
    bearer('a key of the admin', admins.key),
    bearer('a revoked key', revoked.key),
    bearer('an expired key', expired.key),
    bearer('a key of somebody suspended', suspended.key),
  ];
}

/** Connected by OAuth, for each scope. */
async function apps({ app }: Gate, owner: DeskBrowser): Promise<Credential[]> {
  const scopes = { 'an app that writes': ALLOWED, 'an app that reads': READING };
  const found: Credential[] = [];
  for (const [name, answer] of Object.entries(scopes)) {
    const { access } = await connected(app, owner, answer);
    const headers = { authorization: `Bearer ${access}` };
    found.push({ name, headers, token: '', isApp: true });
  }
  return found;
}

const READING = { answer: 'allow', 'pieces:read': 'yes' };

interface People {
  owner: Person;
  other: Person;
  admin: Person;
}

async function sessions(gate: Gate, people: People): Promise<Credential[]> {
  const own = await seated(gate, people.owner);
  const other = await seated(gate, people.other);
  const admin = await seated(gate, people.admin);
  const left = await browserOf(gate, people.owner);
  const gone = { headers: headersOf(left), token: await left.csrfToken('/desk') };
  await left.submit('/desk/sign-out');
  const key = (await addKey(gate, 'owner')).key;
  const from = (origin: { [name: string]: string }) => ({ ...own.headers, ...origin });
  const without = { ...own, isWritersWithout: true } as const;
  return [
    { ...without, name: 'a session without a token', token: '' },
    { ...without, name: 'a session with the token of another', token: other.token },
    {
      ...without,
      name: 'a session from a foreign origin',
      headers: from({ origin: 'https://evil.example' }),
    },
    { ...without, name: 'a session from an opaque origin', headers: from({ origin: 'null' }) },
    {
      ...without,
      name: 'a session from a foreign site',
      headers: from({ 'sec-fetch-site': 'cross-site' }),
    },
    {
      ...without,
      name: 'a session from a sister site',
      headers: from({ 'sec-fetch-site': 'same-site' }),
    },
    {
      name: 'a session without a token and a key',
      headers: from({ authorization: `Bearer ${key}` }),
      token: '',
    },
    { name: 'a session that was ended', ...gone },
    { name: 'another writer', ...other },
    { name: 'the writer', ...own },
    { name: 'an admin', ...admin },
  ];
}

async function seated(gate: Gate, person: Person) {
  const browser = await browserOf(gate, person);
  return { headers: headersOf(browser), token: await browser.csrfToken('/desk') };
}

const headersOf = ({ cookies }: DeskBrowser) => ({
  ...OWN_FORM,
  cookie: `${SESSION}=${cookies.get(SESSION)}`,
});
