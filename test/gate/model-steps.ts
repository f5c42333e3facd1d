// The steps of a random walk: each is taken at the desk or with a key, and by the model.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../support/desk/desk.ts';
import type { DeskBrowser } from '../support/desk/desk-browser.ts';
import {
  ADMIN,
  type Decision,
  type Model,
  type Piece,
  type Slug,
  type Status,
  type Text,
} from './model.ts';
import { converse, type EditorialStep, editorialSteps, isEditorial } from './model-editorial.ts';
import {
  isScheduling,
  keepTime,
  passTime,
  type ScheduleStep,
  scheduleSteps,
} from './model-schedule.ts';

export const PEOPLE: Slug[] = ['ada', 'bob', ADMIN];

/** A writer who is signed in at the desk of each process, and has a key. */
export interface Person {
  slug: Slug;
  key: string;
  token: string;
  /** With REVIEW off and on. */
  browsers: { off: DeskBrowser; on: DeskBrowser };
}

export interface Walk {
  model: Model;
  people: Map<Slug, Person>;
  apps: { off: FastifyInstance; on: FastifyInstance };
  clock: Clock;
  /** How many texts there were. */
  texts: number;
  /** Runs the scheduler's task, which is due once a second. */
  publishDue(): Promise<unknown>;
}

type Who = 'owner' | 'stranger' | 'admin';
type Blank = 'nothing' | 'headline' | 'body';

export type Step =
  | EditorialStep
  | ScheduleStep
  | { do: 'wait'; minutes: number }
  | { do: 'draft'; who: Slug }
  | { do: 'new'; who: Slug; blank: Blank }
  | { do: 'save'; piece: number; who: Who; off: number; blank: Blank }
  | { do: 'publish'; piece: number; who: Who; off: number }
  | { do: 'restore'; piece: number; who: Who; off: number; back: number }
  | { do: 'share'; piece: number; who: Who; withdraw: boolean }
  | { do: 'decide'; piece: number; who: Who; decision: Decision; off: number }
  | { do: 'withdraw' | 'reopen' | 'unpublish' | 'delete'; piece: number; who: Who }
  | { do: 'untrash' | 'erase'; piece: number; who: Who }
  | { do: 'retract'; piece: number; who: Who }
  | { do: 'knock'; piece: number; key: Slug; door: string }
  | { do: 'review'; on: boolean };

const people = fc.constantFrom(...PEOPLE);
const piece = fc.nat({ max: 3 });
/** Few enough for something to happen to each. */
const MOST_PIECES = 3;
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const byOwner = mostly<Who>('owner', 'stranger', 'admin');
const byAdmin = mostly<Who>('admin', 'stranger', 'owner');
const off = mostly(0, -1, 1);
const blank = mostly<Blank>('nothing', 'headline', 'body');

const seldom = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ do: fc.constant('review'), on: fc.boolean() }),
  fc.record({ do: fc.constantFrom('reopen', 'withdraw', 'delete'), piece, who: byOwner }),
  fc.record({ do: mostly<'untrash' | 'erase'>('untrash', 'erase'), piece, who: byOwner }),
  fc.record({ do: fc.constant('retract'), piece, who: byOwner }),
  fc.record({ do: fc.constant('new'), who: people, blank }),
  fc.record({ do: fc.constant('share'), piece, who: byOwner, withdraw: mostly(false, true) }),
  fc.record({
    do: fc.constant('knock'),
    piece,
    key: people,
    door: fc.constantFrom('publish', 'unpublish', 'withdraw', 'delete', 'preview', 'schedule', ''),
  }),
);

const often = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('draft'), who: people }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unpublish'), piece, who: byOwner }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('save'), piece, who: byOwner, off, blank }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ do: fc.constant('restore'), piece, who: byOwner, off },
      back: fc.nat({ max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      piece,
      who: byAdmin,
      off,
      decision: fc.constantFrom<Decision>('approve', 'approve', 'ask_for_changes', 'reject'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish'), piece, who: byOwner, off }) },
);

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: seldom },
  { weight: 6, arbitrary: often },
  { weight: 3, arbitrary: editorialSteps({ piece, who: byOwner, off }) },
  { weight: 2, arbitrary: scheduleSteps({ piece, who: byOwner, off }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.integer({ min: 0, max: 3 }) }),
  },
);

function newText(walk: Walk, by: Text['by'], empty: Blank = 'nothing'): Text {
  walk.texts += 1;
  const word = `w${String(walk.texts).padStart(4, '0')}`;
  return {
    word,
    by,
    headline: empty === 'headline' ? ' ' : `Headline ${word}`,
    body: empty === 'body' ? '' : `Body ${word}.`,
  };
}

function someone(walk: Walk, slug: Slug): Person {
  const person = walk.people.get(slug);
  if (!person) throw new Error(`Nobody is called ${slug}.`);
  return person;
}

const slugFor = (who: Who, { owner }: Piece): Slug => {
  if (who === 'owner') return owner;
  return who === 'admin' ? ADMIN : owner === 'ada' ? 'bob' : 'ada';
};

const modeOf = ({ model }: Walk) => (model.review ? 'on' : 'off');

async function submit(walk: Walk, slug: Slug, path: string, fields: object) {
  const { browsers, token } = someone(walk, slug);
  return browsers[modeOf(walk)].post(path, { ...fields, form_token: token });
}

const fieldsOf = ({ headline, body }: Text) => ({
  headline,
  body_md: body,
  category: 'building',
  frame: 'lesson',
});

/** Takes a step on both sides; what was answered must be what the model says. */
export async function take(walk: Walk, step: Step): Promise<void> {
  walk.clock.advance(1000);
  const isFull = walk.model.pieces.length >= MOST_PIECES;
  if (isFull && (step.do === 'draft' || step.do === 'new')) return;
  if (step.do === 'review') {
    walk.model.review = step.on;
  } else if (step.do === 'wait') {
    await passTime(walk, step.minutes);
  } else if (step.do === 'draft') {
    await draft(walk, step.who);
  } else if (step.do === 'new') {
    await write(walk, step.who, step.blank);
  } else {
    const found = meant(walk, step);
    if (found) await act(walk, step, found);
  }
}

async function draft(walk: Walk, who: Slug): Promise<void> {
  const text = newText(walk, 'key');
  const { headline, body } = text;
  const answer = await walk.apps[modeOf(walk)].inject({
    method: 'POST',
    url: '/api/v1/pieces',
    headers: { authorization: `Bearer ${someone(walk, who).key}` },
    payload: { headline, body_md: body, status: 'approved' },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  walk.model.create(String(answer.json().id), who, text, walk.clock.now().toISOString());
}

async function write(walk: Walk, who: Slug, empty: Blank): Promise<void> {
  const text = newText(walk, 'writer', empty);
  const answer = await submit(walk, who, '/desk/edit/pieces/new', fieldsOf(text));
  assert.equal(answer.statusCode, 303, answer.body);
  const id = /[0-9a-f-]{36}/.exec(String(answer.headers.location))?.[0] ?? '';
  walk.model.create(id, who, text, walk.clock.now().toISOString());
}

/** Where each act has something to do; left to chance alone, too few would. */
const NATURAL: { [act: string]: Status } = {
  decide: 'pending',
  withdraw: 'pending',
  reopen: 'rejected',
  unpublish: 'approved',
};

function meant({ model: { pieces, trash } }: Walk, step: Act): Piece | undefined {
  if (step.do === 'untrash' || step.do === 'erase') return trash[step.piece % trash.length];
  const isNatural = ({ status, schedule }: Piece) =>
    isScheduling(step) && step.do !== 'schedule' ? schedule !== null : status === NATURAL[step.do];
  const natural = pieces.filter(isNatural);
  const among = step.piece > 0 && natural.length > 0 ? natural : pieces;
  return among[step.piece % Math.max(1, among.length)];
}

type Act = Exclude<Step, { do: 'draft' | 'new' | 'review' | 'wait' }>;

async function act(walk: Walk, step: Act, found: Piece): Promise<void> {
  const page = `/desk/edit/pieces/${found.id}`;
  if (step.do === 'knock') return knock(walk, step.key, step.door ? `${page}/${step.door}` : page);
  const slug = slugFor(step.who, found);
  if (step.do === 'retract') return retract(walk, found, slug);
  if (step.do === 'share') return share(walk, found, slug, page, step.withdraw);
  if (isScheduling(step)) {
    return keepTime(walk, step, found, slug, (path, fields) => submit(walk, slug, path, fields));
  }
  if (isEditorial(step)) {
    return converse(walk, step, found, slug, {
      byKey: (method, rest, payload, headers = {}) =>
        walk.apps[modeOf(walk)].inject({
          method,
          url: `/api/v1/pieces/${found.id}${rest}`,
          headers: { authorization: `Bearer ${someone(walk, slug).key}`, ...headers },
          ...(payload ? { payload } : {}),
        }),
      atDesk: (path, fields) => submit(walk, slug, path, fields),
      newText: () => newText(walk, 'key'),
    });
  }
  const { path, fields, expected } = played(walk, step, found, slug, page);
  const { statusCode, body } = await submit(walk, slug, path, fields);
  assert.equal(statusCode, expected, `${step.do} by ${slug}: ${body}`);
}

interface Played {
  path: string;
  fields: object;
  expected: number;
}

const FROM = { withdraw: 'pending', reopen: 'rejected', unpublish: 'approved' } as const;

/** The model's turn; what was shown is reckoned before it. */
function played(
  walk: Walk,
  step: Exclude<Act, EditorialStep | ScheduleStep | { do: 'knock' | 'share' | 'retract' }>,
  found: Piece,
  slug: Slug,
  page: string,
): Played {
  const { model } = walk;
  const now = walk.clock.now().toISOString();
  const shown = found.texts.length + ('off' in step ? step.off : 0);
  const version = String(shown);
  switch (step.do) {
    case 'save': {
      const text = newText(walk, 'writer', step.blank);
      const fields = { ...fieldsOf(text), version };
      return { path: page, fields, expected: model.save(found, slug, shown, text) };
    }
    case 'publish': {
      const expected = model.publish(found, slug, shown, now);
      return { path: `${page}/publish`, fields: { version }, expected };
    }
    case 'restore': {
      const number = found.texts.length - (step.back % found.texts.length);
      const expected = model.restore(found, slug, shown, number);
      return { path: `${page}/versions/${number}`, fields: { version }, expected };
    }
    case 'decide': {
      const fields = { version, decision: step.decision };
      const expected = model.decide(found, slug, step.decision, shown, now);
      return { path: `/desk/review/${found.id}`, fields, expected };
    }
    case 'untrash':
      return {
        ...{ path: `/desk/trash/${found.id}/restore`, fields: {} },
        expected: model.untrash(found, slug),
      };
    case 'erase':
      return {
        ...{ path: `/desk/trash/${found.id}/delete`, fields: {} },
        expected: model.erase(found, slug),
      };
    case 'delete':
      return { path: `${page}/delete`, fields: {}, expected: model.delete(found, slug) };
    default: {
      const expected = model.takeBack(found, slug, step.do, FROM[step.do]);
      return { path: `${page}/${step.do}`, fields: {}, expected };
    }
  }
}

/** A key deletes its own draft, as long as it is unchanged. */
async function retract(walk: Walk, found: Piece, slug: Slug): Promise<void> {
  const expected = walk.model.retract(found, slug);
  const { statusCode, body } = await walk.apps[modeOf(walk)].inject({
    method: 'DELETE',
    url: `/api/v1/pieces/${found.id}`,
    headers: { authorization: `Bearer ${someone(walk, slug).key}` },
  });
  assert.equal(statusCode, expected, `retract by ${slug}: ${body}`);
}

/** A private link is replaced or revoked; a new one is read off the page. */
async function share(walk: Walk, found: Piece, slug: Slug, page: string, withdraw: boolean) {
  const expected = walk.model.endPreview(found, slug);
  const path = `${page}/preview${withdraw ? '/withdraw' : ''}`;
  const { statusCode, body } = await submit(walk, slug, path, {});
  assert.equal(statusCode, expected, `share by ${slug}: ${body}`);
  if (withdraw || slug !== found.owner) return;
  const shown = await someone(walk, slug).browsers[modeOf(walk)].open(`${page}/preview`);
  found.preview = /\/preview\/[\w-]{43}/.exec(shown.body)?.[0] ?? 'none';
}

/** A key is not a session: every page of the desk redirects it to the sign-in. */
async function knock(walk: Walk, owner: Slug, url: string): Promise<void> {
  const { key, token } = someone(walk, owner);
  const answer = await walk.apps[modeOf(walk)].inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key}`, host: 'press.example' },
    payload: { form_token: token, version: 1, status: 'approved' },
  });
  assert.equal(answer.statusCode, 303);
  assert.match(String(answer.headers.location), /^\/desk\/sign-in/);
}
