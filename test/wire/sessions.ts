// The recording in its order: four services, each with other settings, first what is read and then what changes something.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Normaliser } from './normalise.ts';
import { passkeys } from './passkeys.ts';
import { arrived, Outside } from './receiver.ts';
import { type Entry, Recorder } from './recorder.ts';
import { type Routes, type Service, startService } from './service.ts';
import { get, type Step } from './steps.ts';
import { deskMethods, deskPages, ownPieces, refusedForms } from './surfaces/desk-pages.ts';
import * as places from './surfaces/desk-places.ts';
import * as signIn from './surfaces/desk-sign-in.ts';
import { writing } from './surfaces/desk-writing.ts';
import { discovery } from './surfaces/discovery.ts';
import { embeds } from './surfaces/embeds.ts';
import { feeds } from './surfaces/feeds.ts';
import { limits } from './surfaces/limits.ts';
import { bytes, landmarks, publicApi } from './surfaces/public-api.ts';
import { review } from './surfaces/review.ts';
import { pieces, reader, site } from './surfaces/site.ts';
import { tools } from './surfaces/tools.ts';
import { otherKeys, writeApi } from './surfaces/write-api.ts';

export interface Recording {
  entries: Entry[];
  routes: Routes[];
}

interface Run {
  recorder: Recorder;
  service: Service;
  outside: Outside;
}

interface Plan {
  name: string;
  command: 'demo' | 'serve';
  /** Whose data it goes on with. */
  data?: string;
  settings(outside: Outside): { [name: string]: string };
  record(run: Run): Promise<void>;
}

const PLANS: readonly Plan[] = [
  { name: 'plain', command: 'demo', settings: () => ({}), record: recordPlain },
  {
    name: 'reviewed',
    command: 'demo',
    settings: ({ host, mailHost }) => ({
      REVIEW: 'on',
      SIGNUPS: 'open',
      METRICS: 'on',
      PUBLIC_MAX_AGE: '300',
      SMTP_URL: `smtp://${mailHost}`,
      MAIL_FROM: 'Wire <wire@example.org>',
      SECURITY_CONTACT: 'security@example.org',
      WEBSUB_HUB: `http://${host}/hub`,
    }),
    record: recordReviewed,
  },
  {
    name: 'limited',
    command: 'serve',
    data: 'plain',
    settings: () => ({ RATE_LIMIT_EXEMPT: '' }),
    record: recordLimited,
  },
  { name: 'empty', command: 'serve', settings: () => ({}), record: recordEmpty },
];

export async function recordAll(checkout: string, folder: string): Promise<Recording> {
  const outside = await new Outside().start();
  const recording: Recording = { entries: [], routes: [] };
  const keys = new Map<string, string>();
  try {
    for (const plan of PLANS) {
      const place = join(folder, plan.data ?? plan.name);
      await mkdir(place, { recursive: true });
      const { entries, routes } = await recordOne(plan, { checkout, place, outside, keys });
      recording.entries.push(
        ...entries.map((entry) => ({ ...entry, key: `${plan.name}: ${entry.key}` })),
      );
      recording.routes.push(routes);
    }
  } finally {
    outside.stop();
  }
  return recording;
}

interface Where {
  checkout: string;
  place: string;
  outside: Outside;
  /** The demo's key, by the place of its data. */
  keys: Map<string, string>;
}

async function recordOne(
  { command, settings, record }: Plan,
  { checkout, place, outside, keys }: Where,
): Promise<{ entries: Entry[]; routes: Routes }> {
  const start = { checkout, command, folder: place, settings: settings(outside) };
  const service = await startService(start);
  const recorder = new Recorder(service, new Normaliser());
  recorder.capture('receiver', outside.host);
  recorder.normaliser.name(encodeURIComponent(outside.host), 'receiver');
  const key = /pk_live_[0-9a-f]{64}/.exec(service.output)?.[0] ?? keys.get(place);
  if (key !== undefined) {
    keys.set(place, key);
    recorder.capture('key', key);
  }
  try {
    await record({ recorder, service, outside });
  } catch (error) {
    await service.stop();
    throw error;
  }
  return { entries: recorder.entries, routes: await service.stop() };
}

async function recordPlain({ recorder, outside }: Run): Promise<void> {
  await recorder.run('public api', publicApi);
  await recorder.run('bytes', bytes);
  await recorder.run('tools', tools);
  await recorder.run('feeds', feeds);
  await recorder.run('discovery', discovery);
  await recorder.run('embeds', embeds);
  await recorder.run('site', site);
  await recorder.run('site', pieces(await piecePaths(recorder)));
  await recorder.run('sign-in', signIn.refusedSignIns);
  await recorder.run('sign-in', signIn.signInIris);
  await recorder.run('desk', ownPieces);
  await recorder.run('desk', deskPages());
  await recorder.run('desk', deskMethods);
  await recorder.run('desk', refusedForms('stranger'));
  await recorder.run('desk', deskPages('iris'));
  await recorder.run('desk', refusedForms('iris'));
  await recorder.run('write api', writeApi);
  await recorder.run('writing', writing);
  await recorder.run('imports', places.imports);
  await recorder.run('shop', places.shop);
  await recorder.run('keys', places.keys);
  await recorder.run('write api', otherKeys);
  await recorder.run('webhook', places.webhook);
  for (const at of [0, 1, 2]) {
    recorder.add('webhook sent', await arrived(outside.webhooks, at));
  }
  await recorder.run('profile', places.profiles);
  await recorder.run('website', places.website);
  await recorder.run('writers', places.writers);
  await passkeys(recorder);
  await recorder.run('reader', reader);
  await recorder.run('reader', COUNTED);
  await recorder.run('sign-in', signIn.signInsElsewhere);
  await recorder.run('sign-in', signIn.signOut);
  await recorder.run('account', signIn.account);
  await recorder.run('sign-in', signIn.signOutEverywhere);
}

/** Readers are written down every few seconds. */
const COUNTED: Step[] = [
  get('/desk/edit/pieces/{piece}/readers', { as: 'iris', wait: 8_000, note: 'read' }),
  get('/desk/download', { as: 'iris', note: 'at the end' }),
];

/** The pages of all that is published, as the feed has them. */
async function piecePaths(recorder: Recorder): Promise<string[]> {
  const paths: string[] = [];
  for (const path of ['/feed.json', '/feed.json?before={next}']) {
    for (const [, found = ''] of (await recorder.read(path)).matchAll(PAGE)) paths.push(found);
  }
  return [...new Set(paths)];
}

const PAGE = /"url":"http:\/\/localhost:38111(\/author\/[^/"]+\/[^/"]+)"/g;

async function recordReviewed({ recorder, outside }: Run): Promise<void> {
  await recorder.run('settings', landmarks);
  await recorder.run('settings', discovery);
  await recorder.run('settings', feeds);
  await recorder.run('settings', [get('/', {}), get('/developers'), get('/desk/sign-in')]);
  await recorder.run('sign-in', signIn.refusedSignUps);
  await recorder.run('sign-in', signIn.signUpAgain);
  addLetter(recorder, await arrived(outside.letters, 0));
  await recorder.run('sign-in', signIn.signUp);
  addLetter(recorder, await arrived(outside.letters, 1), 'signUpToken');
  await recorder.run('sign-in', signIn.confirm);
  await recorder.run('sign-in', signIn.signInIris);
  await recorder.run('desk', ownPieces);
  await recorder.run('desk', deskPages());
  await recorder.run('desk', deskMethods);
  await recorder.run('desk', deskPages('nora'));
  await recorder.run('desk', refusedForms('nora'));
  await recorder.run('desk', deskPages('iris'));
  await recorder.run('forgot', signIn.forgot);
  addLetter(recorder, await arrived(outside.letters, 2), 'resetToken');
  await recorder.run('forgot', signIn.reset);
  await recorder.run('review', review);
  await recorder.run('settings', [get('/metrics', { note: 'at the end' })]);
}

/** The token in it is what the steps call by this name. */
function addLetter(recorder: Recorder, letter: string, name?: string): void {
  const text = letter.replaceAll('=\r\n', '');
  const token = /token=(?:3D)?([\w-]{43})/.exec(text)?.[1];
  if (name !== undefined) recorder.capture(name, token ?? '');
  recorder.add('letter sent', text);
}

async function recordLimited({ recorder }: Run): Promise<void> {
  await recorder.run('limits', limits);
}

async function recordEmpty({ recorder, service }: Run): Promise<void> {
  const nothing = [
    '/',
    '/feed.json',
    '/feed.xml',
    '/llms.txt',
    '/sitemap.xml',
    '/shop',
    '/developers',
  ];
  await recorder.run(
    'empty',
    nothing.map((path) => get(path)),
  );
  recorder.capture('setUpToken', /set-up\?token=([\w-]+)/.exec(service.output)?.[1] ?? '');
  await recorder.run('empty', signIn.setUp);
  await recorder.run('empty', [get('/author/first'), get('/desk/writers', { as: 'first' })]);
}
