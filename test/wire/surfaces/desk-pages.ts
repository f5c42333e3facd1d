// Every page of the desk as shown to a user, and every form as refused.

import { get, gets, type Step } from '../steps.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

const PIECES = ['working', 'machine', 'pending', 'rejected', 'asked', 'piece', 'other'];

const OF_PIECES = [
  '',
  '/publish',
  '/published',
  '/submitted',
  '/slug',
  '/withdraw',
  '/reopen',
  '/unpublish',
  '/delete',
  '/machine',
  '/preview',
  '/preview/withdraw',
  '/readers',
  '/versions',
  '/versions/1',
];

const PAGES = [
  '/desk',
  '/desk?status=draft',
  '/desk?status=nonsense',
  '/desk?q=letters',
  '/desk?q=nobody-has-this-word',
  '/desk?done=delete',
  '/desk?status=machine',
  '/desk?status=changes&page=2',
  '/desk?bulk=delete&changed=2&skipped=1',
  '/desk/bulk',
  '/desk/trash',
  '/desk/trash/empty',
  '/desk?done=nonsense',
  '/desk/account',
  '/desk/account?saved=yes',
  '/desk/edit/online-presence',
  '/desk/edit/online-presence?webhook=on&website=verified',
  '/desk/edit/online-presence/revoke',
  '/desk/edit/online-presence/website',
  '/desk/edit/online-presence/webhook',
  '/desk/edit/online-presence/webhook/on',
  '/desk/edit/online-presence/webhook/off',
  '/desk/edit/online-presence/webhook/secret',
  '/desk/edit/online-presence/webhook/test',
  `/desk/edit/online-presence/webhook/deliveries/${NOWHERE}`,
  '/desk/edit/online-presence/webhook/deliveries/x',
  '/desk/edit/pieces/new',
  '/desk/edit/profile',
  '/desk/edit/profile?saved=yes',
  '/desk/edit/profile/picture',
  '/desk/edit/shop',
  '/desk/edit/shop/new',
  `/desk/edit/shop/${NOWHERE}`,
  '/desk/edit/shop/x',
  '/desk/edit/token',
  '/desk/import',
  `/desk/import/${NOWHERE}`,
  '/desk/import/{working}?without=headline,sub,category,tags,frame,style,locale,nonsense',
  '/desk/import/{working}?without=external_url,front_matter,images,tables,raised,formulas,embeds',
  '/desk/passkeys/remove',
  '/desk/review',
  '/desk/review?done=approve',
  '/desk/review/{pending}',
  `/desk/review/${NOWHERE}`,
  '/desk/sign-out',
  '/desk/writers',
  '/desk/writers/mateo-rivas',
  '/desk/writers/mateo-rivas/password',
  '/desk/writers/nobody',
  '/desk/invite',
  '/desk/invite/revoke',
  '/desk/join?token=x',
  '/desk/nothing',
  '/desk/',
  '/desk/edit',
  '/desk/forgot',
  '/desk/reset?token=x',
  '/desk/sign-up',
  '/desk/set-up',
  '/desk/set-up?token=x',
  '/desk/sign-in',
  '/desk/sign-in?next=/desk/account',
  '/desk/sign-in?next=https://elsewhere.example/desk',
  '/desk/sign-in?made=yes&reset=yes',
];

/** Names for the writer's pieces in each state, for a writer who has some. */
export const ownPieces: Step[] = [
  get('/desk?q=letters', { as: 'iris', capture: { machine: pieceLink() }, silent: true }),
  get('/desk?q=waiting-room', { as: 'iris', capture: { working: pieceLink() }, silent: true }),
  get('/desk?status=pending', { as: 'iris', capture: { pending: pieceLink() }, silent: true }),
  get('/desk?status=rejected', { as: 'iris', capture: { rejected: pieceLink() }, silent: true }),
  get('/desk?q=commonplace', { as: 'iris', capture: { asked: pieceLink() }, silent: true }),
  get('/api/public/authors/ada-okafor', { silent: true }),
  get('/author/ada-okafor/feed.json', {
    capture: { other: /\/pieces\/([0-9a-f-]{36})/ },
    silent: true,
  }),
];

function pieceLink(): RegExp {
  return /href="\/desk\/edit\/pieces\/([0-9a-f-]{36})"/;
}

export const deskPages = (as?: string): Step[] => [
  ...gets(PAGES, as ? { as } : {}),
  ...PIECES.flatMap((piece) =>
    gets(
      OF_PIECES.map((page) => `/desk/edit/pieces/{${piece}}${page}`),
      as ? { as } : {},
    ),
  ),
  ...gets(
    ['x', NOWHERE].flatMap((id) => OF_PIECES.map((page) => `/desk/edit/pieces/${id}${page}`)),
    as ? { as } : {},
  ),
  ...gets(
    ['0', '2', 'x', '1?with=1', '999999999999'].map(
      (n) => `/desk/edit/pieces/{piece}/versions/${n}`,
    ),
    as ? { as } : {},
  ),
  ...gets(['/desk/edit/pieces/{piece}/versions?below=1'], as ? { as } : {}),
  ...[
    '/desk',
    '/desk/account',
    '/desk/edit/pieces/{working}',
    '/desk/sign-in',
    '/desk/download',
  ].map((path) => ({ path, method: 'HEAD', ...(as && { as }) })),
];

const FORMS = [
  '/desk/account',
  '/desk/edit/online-presence',
  '/desk/edit/online-presence/revoke',
  '/desk/edit/online-presence/website',
  '/desk/edit/online-presence/webhook',
  '/desk/edit/online-presence/webhook/on',
  '/desk/edit/online-presence/webhook/off',
  '/desk/edit/online-presence/webhook/secret',
  '/desk/edit/online-presence/webhook/test',
  `/desk/edit/online-presence/webhook/deliveries/${NOWHERE}`,
  '/desk/edit/pieces/new',
  ...['', '/delete', '/preview', '/preview/withdraw', '/publish', '/reopen', '/unpublish'].map(
    (act) => `/desk/edit/pieces/{working}${act}`,
  ),
  '/desk/edit/pieces/{working}/withdraw',
  '/desk/edit/pieces/{working}/versions/1',
  '/desk/edit/profile',
  '/desk/edit/profile/picture',
  '/desk/edit/shop/new',
  ...['', '/delete', '/listing', '/picture', '/place'].map(
    (act) => `/desk/edit/shop/{product}${act}`,
  ),
  '/desk/import',
  '/desk/passkeys/remove',
  '/desk/review/{pending}',
  '/desk/set-up?token=x',
  '/desk/sign-in',
  '/desk/sign-out',
  '/desk/sign-up',
  '/desk/writers',
  '/desk/writers/mateo-rivas/password',
  '/desk/invite',
  '/desk/invite/revoke',
  '/desk/join?token=x',
  '/desk/forgot',
  '/desk/reset?token=x',
];

const CALLS = [
  '/desk/edit/cards',
  '/desk/edit/pasted',
  '/desk/edit/preview',
  '/desk/edit/pieces/new/save',
  '/desk/edit/pieces/{working}/save',
  '/desk/passkeys/add/begin',
  '/desk/passkeys/add/finish',
  '/desk/passkeys/sign-in/begin',
  '/desk/passkeys/sign-in/finish',
];

const ELSEWHERE = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };

/** Forms sent from elsewhere or without signing in. */
export const refusedForms = (as?: string): Step[] => [
  ...FORMS.flatMap((path): Step[] => [
    { path, form: {}, token: 'none', note: 'no token', ...(as && { as }) },
    { path, form: {}, token: 'wrong', note: 'wrong token', ...(as && { as }) },
    { path, form: {}, headers: ELSEWHERE, note: 'elsewhere', ...(as && { as }) },
  ]),
  ...CALLS.flatMap((path): Step[] => [
    { path, json: {}, token: 'none', note: 'no token', ...(as && { as }) },
    { path, json: {}, token: 'wrong', note: 'wrong token', ...(as && { as }) },
    { path, body: '{', note: 'malformed', ...(as && { as }) },
    { path, body: 'x', headers: { 'content-type': 'text/plain' }, note: 'text', ...(as && { as }) },
  ]),
  { path: '/desk/edit/pieces/{working}/pictures', form: {}, ...(as && { as }) },
];

const ONLY_SHOWN = [
  '/desk',
  '/desk/download',
  '/desk/edit/shop',
  '/desk/edit/token',
  '/desk/edit/pieces/{working}/machine',
  '/desk/edit/pieces/{working}/readers',
  '/desk/edit/pieces/{working}/versions',
  '/desk/edit/pieces/{working}/pictures',
  '/desk/import/{working}',
  '/desk/review',
  '/desk/nothing',
];

/** The answer of every desk URL to each method, without signing in. */
export const deskMethods: Step[] = [...FORMS, ...CALLS, ...ONLY_SHOWN].flatMap((path) =>
  ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'].map((method) => ({ path, method })),
);
