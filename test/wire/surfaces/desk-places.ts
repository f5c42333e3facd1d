// The other places of the desk: imports, profile, shop, keys, webhook, website, writers.

import { FILES } from '../files.ts';
import { type Fields, get, type Step, submit } from '../steps.ts';

const PRESENCE = '/desk/edit/online-presence';
const HOOK = `${PRESENCE}/webhook`;

const send = (path: string, field: string, name: keyof typeof FILES, more: Partial<Step> = {}) => [
  { path, as: 'iris', silent: true },
  { path, as: 'iris', file: { field, ...FILES[name] }, note: name, ...more },
];

export const imports: Step[] = [
  ...(
    ['markdown', 'misfit', 'page', 'empty', 'wrongKind', 'notText', 'largeText'] as const
  ).flatMap((name) => send('/desk/import', 'file', name)),
  ...send('/desk/import', 'other', 'markdown', { note: 'another field' }),
  ...submit('iris', '/desk/import', {}, { note: 'no file' }),
];

const PROFILE: Fields = {
  name: 'Iris Calloway',
  slug: 'iris-calloway',
  bio: 'A bio.',
  role: 'Editor',
  website: 'http://{receiver}/bare',
  x: 'https://example.com/x/iris',
};

const profile = (form: Fields, note: string) =>
  submit('iris', '/desk/edit/profile', form, { note });

export const profiles: Step[] = [
  ...profile({}, 'empty'),
  ...profile({ ...PROFILE, website: 'nonsense', x: 'nonsense' }, 'addresses'),
  ...profile({ ...PROFILE, slug: 'ada-okafor' }, 'taken'),
  ...profile({ ...PROFILE, slug: 'Not A Slug', bio: 'x'.repeat(2001) }, 'slug'),
  ...profile({ ...PROFILE, slug: 'iris' }, 'moved'),
  get('/author/iris-calloway', { note: 'moved' }),
  get('/author/iris-calloway/feed.xml', { note: 'moved' }),
  get('/author/iris-calloway/a-draft-that-nobody-meant?x=1', { note: 'moved' }),
  get('/author/iris-calloway/a-draft-that-nobody-meant.md', { note: 'moved' }),
  get('/embed/iris-calloway/badge.svg', { note: 'moved' }),
  get('/api/public/authors/iris-calloway', { note: 'moved' }),
  ...profile(PROFILE, 'back'),
  get('/author/iris-calloway', { note: 'changed' }),
  ...send('/desk/edit/profile/picture', 'picture', 'noImage'),
  ...send('/desk/edit/profile/picture', 'picture', 'largeImage'),
  ...send('/desk/edit/profile/picture', 'picture', 'photograph'),
  get('/desk/edit/profile', { as: 'iris', capture: { avatar: /(\/media\/[0-9a-f]{64}\.webp)/ } }),
  get('{avatar}'),
  get('{avatar}', { headers: { 'if-none-match': '{etag}' }, note: 'held' }),
  get('/api/public/authors/iris-calloway', { note: 'with a picture' }),
  ...submit('iris', '/desk/edit/profile/picture', { remove: 'yes' }, { note: 'removed' }),
];

const SHOP = '/desk/edit/shop';
const PRODUCT: Fields = {
  name: 'A thing',
  description: 'For somebody.',
  price: '12.50',
  currency: 'eur',
  category: 'book',
  payment_url: 'https://pay.example/thing',
  related_1: '{piece}',
};
const MARK = { capture: { mark: /name="mark" value="([^"]+)"/ } };

export const shop: Step[] = [
  ...submit('iris', `${SHOP}/new`, {}, { note: 'empty' }),
  ...submit(
    'iris',
    `${SHOP}/new`,
    { ...PRODUCT, price: '1.234', currency: 'x' },
    { note: 'price' },
  ),
  ...submit(
    'iris',
    `${SHOP}/new`,
    { ...PRODUCT, payment_url: 'http://x.example' },
    { note: 'url' },
  ),
  ...submit('iris', `${SHOP}/new`, { ...PRODUCT, related_1: '{other}' }, { note: 'related' }),
  ...submit('iris', `${SHOP}/new`, PRODUCT, { capture: { thing: /shop\/([0-9a-f-]{36})/ } }),
  get(`${SHOP}/{thing}?done=created`, { as: 'iris', ...MARK }),
  ...submit('iris', `${SHOP}/{thing}`, { ...PRODUCT, mark: 'old' }, { note: 'conflict' }),
  ...submit(
    'iris',
    `${SHOP}/{thing}`,
    { ...PRODUCT, mark: '{mark}', price: '0' },
    { note: 'saved' },
  ),
  ...submit('iris', `${SHOP}/{thing}/listing`, { listed: 'yes' }),
  get('/shop/{thing}', { note: 'listed' }),
  get('/author/iris-calloway', { note: 'with a thing' }),
  ...submit('iris', `${SHOP}/{thing}/place`, { to: 'up' }, { note: 'up' }),
  ...submit('iris', `${SHOP}/{thing}/place`, { to: 'down' }, { note: 'down' }),
  ...send(`${SHOP}/{thing}/picture`, 'picture', 'noImage'),
  ...send(`${SHOP}/{thing}/picture`, 'picture', 'image'),
  get(`${SHOP}/{thing}`, { as: 'iris', note: 'with a picture' }),
  get(SHOP, { as: 'iris', note: 'with a thing' }),
  ...submit('iris', `${SHOP}/{thing}/picture`, { remove: 'yes' }, { note: 'removed' }),
  ...submit('iris', `${SHOP}/{thing}/listing`, {}, { note: 'not listed' }),
  get('/shop/{thing}', { note: 'not listed' }),
  get(`${SHOP}/{thing}/delete`, { as: 'iris' }),
  ...submit('iris', `${SHOP}/{thing}/delete`, {}),
  ...submit('iris', `${SHOP}/{thing}/delete`, {}, { note: 'again' }),
];

const key = (form: Fields, note: string, more: Partial<Step> = {}) =>
  submit('iris', PRESENCE, form, { note, ...more });

const SECRET = /(pk_live_[0-9a-f]{64})/;

export const keys: Step[] = [
  ...key({}, 'no name'),
  ...key({ name: 'x'.repeat(81) }, 'long name'),
  ...key({ name: 'reader', scope: 'nonsense' }, 'read', { capture: { readKey: SECRET } }),
  ...key({ name: 'old', scope: 'pieces:write', expires: '7' }, 'write', {
    capture: { revokedKey: SECRET, keyId: /name="id" value="([^"]+)"/ },
  }),
  ...submit('iris', `${PRESENCE}/revoke`, { id: 'x' }, { note: 'nothing' }),
  ...submit('iris', `${PRESENCE}/revoke`, { id: '{keyId}' }),
  get(PRESENCE, { as: 'iris', note: 'with keys' }),
];

const hook = (act: string, form: Fields = {}, more: Partial<Step> = {}) =>
  submit('iris', `${HOOK}${act}`, form, more);
const TEST = { capture: { delivery: /deliveries\/([0-9a-f-]{36})/ } };
const delivered = (until: RegExp, note: string) =>
  get(`${HOOK}/deliveries/{delivery}`, { as: 'iris', until, note, still: true });

export const webhook: Step[] = [
  ...['/on', '/off', '/secret', '/test'].flatMap((act) => hook(act, {}, { note: 'none yet' })),
  ...hook('', { url: 'nonsense' }, { note: 'nonsense' }),
  ...hook('', { url: 'http://10.0.0.1/' }, { note: 'forbidden' }),
  ...hook('', { url: 'http://{receiver}/hook' }, { note: 'set' }),
  ...hook('', { url: 'http://{receiver}/hook' }, { note: 'same' }),
  ...hook('/test', {}, TEST),
  delivered(/\b204\b/, 'delivered'),
  ...submit('iris', `${HOOK}/deliveries/{delivery}`, {}, { note: 'again' }),
  delivered(/HTTP 204.*HTTP 204/s, 'again'),
  ...hook('/secret'),
  ...submit(
    'iris',
    '/desk/edit/pieces/{working}/publish',
    { version: '1' },
    { note: 'with a webhook' },
  ),
  get(PRESENCE, {
    as: 'iris',
    still: true,
    until: /waiting-room copy.{0,600}\b204\b/s,
    note: 'published',
  }),
  ...hook('', { url: 'http://{receiver}/gone' }, { note: 'gone' }),
  ...hook('/test', {}, { ...TEST, note: 'gone' }),
  delivered(/\b410\b/, 'gone'),
  get(PRESENCE, { as: 'iris', until: /\b410\b/, note: 'gone' }),
  ...hook('/test', {}, { note: 'off' }),
  ...hook('', { url: 'http://{receiver}/fails' }, { note: 'fails' }),
  ...hook('/off'),
  get(`${PRESENCE}?webhook=off`, { as: 'iris' }),
];

export const website: Step[] = [
  ...submit('iris', `${PRESENCE}/website`, {}, { note: 'no proof' }),
  ...profile({ ...PROFILE, website: 'http://{receiver}/site' }, 'with proof'),
  ...submit('iris', `${PRESENCE}/website`, {}, { note: 'proof' }),
  get(`${PRESENCE}?website=verified`, { as: 'iris', note: 'verified' }),
  ...profile({ ...PROFILE, website: '' }, 'no website'),
  ...submit('iris', `${PRESENCE}/website`, {}, { note: 'no website' }),
];

const LINK_PAGE = '/desk/writers/mateo-rivas/password';
const INVITED = { invitation: /join\?token=([\w-]{43})/ };
const INVITATION = { invitationId: /name="id" value="([0-9a-f-]{36})"/ };

export const writers: Step[] = [
  ...submit(
    'iris',
    '/desk/writers',
    { deed: 'nonsense', slug: 'ada-okafor' },
    { note: 'nonsense' },
  ),
  ...submit('iris', '/desk/writers', { deed: 'verify', slug: 'nobody' }, { note: 'nobody' }),
  ...submit('iris', '/desk/writers', { deed: 'suspend', slug: 'iris-calloway' }, { note: 'self' }),
  ...['verify', 'unverify', 'suspend'].flatMap((deed) =>
    submit('iris', '/desk/writers', { deed, slug: 'mateo-rivas' }, { note: deed }),
  ),
  get('/desk/writers', { as: 'iris', note: 'one suspended' }),
  get('/author/mateo-rivas', { note: 'suspended' }),
  get('/api/public/authors/mateo-rivas', { note: 'suspended' }),
  get('/embed/mateo-rivas/badge.svg', { note: 'suspended' }),
  ...submit('iris', '/desk/writers', { deed: 'reinstate', slug: 'mateo-rivas' }, { note: 'back' }),
  get('/author/mateo-rivas', { note: 'reinstated' }),
  ...['make_admin', 'make_writer'].flatMap((deed) =>
    submit('iris', '/desk/writers', { deed, slug: 'mateo-rivas' }, { note: deed }),
  ),
  ...submit(
    'iris',
    '/desk/writers',
    { deed: 'make_writer', slug: 'iris-calloway' },
    { note: 'last' },
  ),
  get('/desk/writers/mateo-rivas?done=make_writer', { as: 'iris' }),
  ...submit('iris', LINK_PAGE, { current: 'wrong' }, { note: 'wrong' }),
  ...submit('iris', LINK_PAGE, { current: 'read on, reader' }, { note: 'made' }),
  ...submit('iris', '/desk/invite', { role: 'writer' }, { note: 'made', capture: INVITED }),
  get('/desk/writers', { as: 'iris', note: 'one invited', capture: INVITATION }),
  get('/desk/join?token={invitation}', { as: 'guest' }),
  ...submit('guest', '/desk/join?token={invitation}', { name: 'Guest' }, { note: 'not all' }),
  ...submit('iris', '/desk/invite/revoke', { id: '{invitationId}' }, { note: 'revoked' }),
  get('/desk/join?token={invitation}', { as: 'guest', note: 'revoked' }),
];
