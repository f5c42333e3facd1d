// The way in: signing in and up, the account, a forgotten password.

import { get, type Step, submit } from '../steps.ts';

const EMAIL = 'iris-calloway@example.org';
const PASSWORD = 'read on, reader';

const signIn = (as: string, email: string, password: string): Step[] =>
  submit(as, '/desk/sign-in', { email, password });

export const signInIris = signIn('iris', EMAIL, PASSWORD);

export const refusedSignIns: Step[] = [
  ...submit('stranger', '/desk/sign-in', { email: EMAIL, password: 'wrong' }, { note: 'wrong' }),
  ...submit('stranger', '/desk/sign-in', { email: 'nobody@example.org', password: PASSWORD }),
  ...submit('stranger', '/desk/sign-in', {}, { note: 'empty' }),
  ...submit('stranger', '/desk/sign-in', { email: '<b>', password: '' }, { note: 'markup' }),
  ...submit('stranger', '/desk/sign-up', {
    name: 'X',
    slug: 'x',
    email: 'x@x.example',
    password: 'x',
  }),
  ...submit('stranger', '/desk/set-up?token=x', { name: 'X' }),
];

export const signInsElsewhere: Step[] = [
  '/desk/account',
  '//evil.example',
  '/desk/sign-out',
].flatMap((next) =>
  submit('passing', `/desk/sign-in?next=${next}`, { email: EMAIL, password: PASSWORD }),
);

const change = (form: { [name: string]: string }, note: string) =>
  submit('iris', '/desk/account', form, { note });

export const account: Step[] = [
  ...change({}, 'nothing'),
  ...change({ change: 'password', current: 'wrong', password: 'another one' }, 'wrong password'),
  ...change({ change: 'password', current: PASSWORD, password: 'short' }, 'short password'),
  ...change({ change: 'email', current: PASSWORD, email: 'nonsense' }, 'no address'),
  ...change({ change: 'email', current: PASSWORD, email: 'ada-okafor@example.org' }, 'taken'),
  ...change({ change: 'email', current: PASSWORD, email: 'iris@example.org' }, 'e-mail address'),
  ...change({ change: 'password', current: PASSWORD, password: 'another one' }, 'password'),
  ...change({ change: 'password', current: 'another one', password: PASSWORD }, 'password again'),
  get('/desk/account?saved=yes', { as: 'iris', note: 'after changes' }),
];

export const signOut: Step[] = [
  ...submit('passing', '/desk/sign-out', {}),
  get('/desk', { as: 'passing', note: 'signed out' }),
];

export const signOutEverywhere: Step[] = [
  ...submit('iris', '/desk/sign-out', { everywhere: 'yes' }, { note: 'everywhere' }),
  get('/desk', { as: 'iris', note: 'signed out' }),
];

const NORA = {
  name: 'Nora Field',
  slug: 'nora-field',
  email: 'nora@example.org',
  password: 'a long password',
};

export const refusedSignUps: Step[] = [
  get('/desk/sign-up', { as: 'nora' }),
  ...submit('nora', '/desk/sign-up', {}, { note: 'empty' }),
  ...submit('nora', '/desk/sign-up', { ...NORA, slug: 'Nora Field' }, { note: 'slug' }),
  ...submit('nora', '/desk/sign-up', { ...NORA, slug: 'desk' }, { note: 'reserved' }),
  ...submit('nora', '/desk/sign-up', { ...NORA, slug: 'ada-okafor' }, { note: 'taken' }),
  ...submit('nora', '/desk/sign-up', { ...NORA, password: 'short' }, { note: 'short' }),
];

/** Each step has an email sent in the background: the clock waits for it. */
export const signUpAgain: Step[] = submit(
  'nora',
  '/desk/sign-up',
  { ...NORA, email: EMAIL },
  { note: 'known address' },
);
export const signUp: Step[] = submit('nora', '/desk/sign-up', NORA);

const CONFIRM = '/desk/confirm?token={signUpToken}';

/** With the address that the email brought. */
export const confirm: Step[] = [
  get('/desk/sign-in?made=yes', { as: 'nora' }),
  ...signIn('nora', NORA.email, NORA.password),
  get(CONFIRM, { as: 'nora' }),
  ...submit('nora', CONFIRM, { password: 'another one' }, { note: 'wrong' }),
  ...submit('nora', CONFIRM, { password: NORA.password }),
  get(CONFIRM, { as: 'nora', note: 'again' }),
  get('/desk', { as: 'nora', note: 'first step' }),
];

/** With a mail server: asking for an email. */
export const forgot: Step[] = [
  get('/desk/forgot', { as: 'forgetful' }),
  ...submit('forgetful', '/desk/forgot', { email: 'nonsense' }, { note: 'nonsense' }),
  ...submit('forgetful', '/desk/forgot', { email: 'nobody@example.org' }, { note: 'nobody' }),
  get('/desk/forgot?sent=yes', { as: 'forgetful' }),
  get('/desk/reset', { as: 'forgetful' }),
  ...submit('forgetful', '/desk/reset?token=x', { password: 'a new password' }),
  // The last step, since its email is sent in the background: the clock waits for it.
  ...submit('forgetful', '/desk/forgot', { email: 'nora@example.org' }),
];

/** With the address that the email brought. */
export const reset: Step[] = [
  get('/desk/reset?token={resetToken}', { as: 'forgetful' }),
  ...submit(
    'forgetful',
    '/desk/reset?token={resetToken}',
    { password: 'short' },
    { note: 'short' },
  ),
  ...submit('forgetful', '/desk/reset?token={resetToken}', { password: 'a new password' }),
  ...submit(
    'forgetful',
    '/desk/reset?token={resetToken}',
    { password: 'again' },
    { note: 'again' },
  ),
  get('/desk', { as: 'nora', note: 'after the reset' }),
  ...signIn('nora', NORA.email, 'a new password'),
];

const FIRST = { ...NORA, name: 'First', slug: 'first', email: 'first@example.org' };

/** On an empty database. */
export const setUp: Step[] = [
  get('/desk/set-up?token={setUpToken}', { as: 'first' }),
  ...submit('first', '/desk/set-up?token={setUpToken}', {}, { note: 'empty' }),
  ...submit('first', '/desk/set-up?token={setUpToken}', FIRST),
  get('/desk', { as: 'first' }),
  ...submit('first', '/desk/set-up?token={setUpToken}', FIRST, { note: 'again' }),
];
