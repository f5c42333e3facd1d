// A piece from its first draft to its end: saved, previewed, published, changed, taken back, deleted.

import { FILES } from '../files.ts';
import { type Fields, get, type Step, submit } from '../steps.ts';

const NEW = '/desk/edit/pieces/new';
const PIECE = '/desk/edit/pieces/{mine}';
const LINK = { mine: /[Ll]ocation: \/desk\/edit\/pieces\/([0-9a-f-]{36})/ };

const TEXT: Fields = {
  headline: 'A piece by hand',
  sub: 'With a standfirst',
  body_md: 'Some *words*.\n\n## A heading\n\nMore words.\n\n```js\nlet x = 1;\n```\n',
  category: 'ideas',
  tags: 'one, two',
  frame: 'origin',
  style: 'essay',
  locale: 'en',
  external_url: '',
};

/** The button that was pressed. */
const GO_ON = 'then';

const at = (path: string) => `${PIECE}${path}`;

const refusals: Step[] = [
  ...submit('iris', NEW, { ...TEXT, headline: 'x'.repeat(201) }, { note: 'long headline' }),
  ...submit('iris', NEW, { ...TEXT, category: 'x', frame: 'x', locale: '?' }, { note: 'choices' }),
  ...submit('iris', NEW, { ...TEXT, external_url: 'nonsense' }, { note: 'address' }),
  ...submit('iris', NEW, { ...TEXT, tags: '1,2,3,4,5,6,7,8,9' }, { note: 'tags' }),
];

const call = (path: string, json: object, note: string, more: Partial<Step> = {}): Step => ({
  as: 'iris',
  path,
  json,
  note,
  ...more,
});

const SAVED = { ...TEXT, tags: ['one'], sub: null, external_url: null };

const calls: Step[] = [
  get('/desk/edit/token', { as: 'iris', note: 'for calls' }),
  call(at('/save'), { ...SAVED, version: 1, body_md: 'By the script.' }, 'autosaved'),
  call(at('/save'), { ...SAVED, version: 1, body_md: 'Too late.' }, 'conflict'),
  call(at('/save'), { ...SAVED, version: 2, body_md: 'By hand.', by_hand: true }, 'by hand'),
  call(at('/save'), { version: 3 }, 'incomplete'),
  call(at('/save'), { ...SAVED, version: 3, headline: 'x'.repeat(201) }, 'refused'),
  call('/desk/edit/pieces/{other}/save', { ...SAVED, version: 1 }, 'of another'),
  call('/desk/edit/pieces/new/save', { ...SAVED, id: 'x' }, 'no id'),
  call(
    '/desk/edit/pieces/new/save',
    { ...SAVED, id: '11111111-1111-4111-8111-111111111111' },
    'new',
  ),
  call(
    '/desk/edit/pieces/new/save',
    { ...SAVED, id: '11111111-1111-4111-8111-111111111111' },
    'again',
  ),
  call('/desk/edit/preview', { ...SAVED, body_md: '# *Shown*\n\n<script>x</script>' }, 'shown'),
  call('/desk/edit/preview', {}, 'empty'),
  call(
    '/desk/edit/pasted',
    { html: '<h2>Pasted</h2><p onclick="x">with <b>bold</b></p>' },
    'pasted',
  ),
  call('/desk/edit/pasted', {}, 'empty'),
  call('/desk/edit/cards', { url: 'https://example.org/' }, 'no card'),
  call('/desk/edit/cards', {}, 'empty'),
];

const image = (file: Step['file'], note: string, more: Partial<Step> = {}): Step => ({
  as: 'iris',
  path: at('/pictures'),
  ...(file && { file }),
  note,
  ...more,
});

const images: Step[] = [
  get(PIECE, { as: 'iris', silent: true }),
  image({ field: 'file', ...FILES.image }, 'a square', {
    capture: { media: /"(\/media\/[^"]+)"/ },
  }),
  image({ field: 'file', ...FILES.photograph }, 'a photograph'),
  image({ field: 'file', ...FILES.noImage }, 'no picture'),
  image({ field: 'other', ...FILES.image }, 'another field'),
  image({ field: 'file', ...FILES.image }, 'without token', { token: 'none' }),
  image({ field: 'file', ...FILES.image }, 'of another', {
    path: '/desk/edit/pieces/{other}/pictures',
  }),
  { path: at('/pictures'), as: 'iris', json: {}, note: 'json' },
  get('{media}'),
  get('{media}', { headers: { 'if-none-match': '{etag}' }, note: 'held' }),
  get('{media}', { headers: { accept: 'image/avif,image/webp' }, note: 'avif' }),
];

const versions: Step[] = [
  '/versions',
  '/versions/1',
  '/versions/3?with=1',
  '/versions/1?with=3',
].map((path) => get(at(path), { as: 'iris', note: 'several' }));

const previews: Step[] = [
  ...submit('iris', at('/preview'), {}, { note: 'made' }),
  get(at('/preview?done=made'), { as: 'iris', capture: { preview: /\/preview\/([\w-]{43})"/ } }),
  get('/preview/{preview}'),
  { path: '/preview/{preview}', method: 'HEAD' },
  ...submit('iris', at('/preview'), {}, { note: 'replaced' }),
  get('/preview/{preview}', { note: 'replaced' }),
  ...submit('iris', at('/preview/withdraw'), {}),
  ...submit('iris', at('/preview/withdraw'), {}, { note: 'again' }),
  get(at('/preview?done=withdrawn'), { as: 'iris' }),
];

const publishing: Step[] = [
  get(at('/publish'), { as: 'iris', note: 'a draft' }),
  ...submit('iris', at('/publish'), { version: '1' }, { note: 'an old version' }),
  ...submit('iris', at('/publish'), {}, { note: 'no version' }),
  ...submit('iris', at('/publish'), { version: '3' }),
  get(at('/published'), { as: 'iris' }),
  get(at('/published?server=mastodon.social'), { as: 'iris', note: 'a server' }),
  ...submit('iris', at('/publish'), { version: '3' }, { note: 'again' }),
  get('/author/iris-calloway/a-piece-by-hand', { note: 'published' }),
  get('/author/iris-calloway/a-piece-by-hand.md', { note: 'published' }),
  get('/feed.json', { note: 'published' }),
  ...submit(
    'iris',
    PIECE,
    { ...TEXT, version: '3', headline: 'Another headline' },
    { note: 'ahead' },
  ),
  get(PIECE, { as: 'iris', note: 'ahead' }),
  get('/desk', { as: 'iris', note: 'ahead' }),
  get(at('/publish'), { as: 'iris', note: 'changes' }),
  ...submit('iris', at('/publish'), { version: '4' }, { note: 'changes' }),
  get('/author/iris-calloway/a-piece-by-hand', { note: 'moved' }),
  get('/author/iris-calloway/another-headline'),
  ...submit('iris', at('/delete'), {}, { note: 'public' }),
  ...submit('iris', at('/withdraw'), {}, { note: 'public' }),
  ...submit('iris', at('/versions/1'), { version: '4' }, { note: 'restored' }),
  ...submit('iris', at('/versions/1'), { version: '1' }, { note: 'restored late' }),
  get(at('?done=restore'), { as: 'iris' }),
  ...submit('iris', at('/unpublish'), {}),
  ...submit('iris', at('/unpublish'), {}, { note: 'again' }),
  get(at('?done=unpublish'), { as: 'iris' }),
  get('/author/iris-calloway/a-piece-by-hand', { note: 'unpublished' }),
  get('/pieces/{mine}', { note: 'unpublished' }),
  ...submit('iris', at('/publish'), { version: '5' }, { note: 'once more' }),
  ...submit('iris', at('/unpublish'), {}, { note: 'once more' }),
  ...submit('iris', at('/delete'), {}),
  get(PIECE, { as: 'iris', note: 'deleted' }),
  get('/desk/trash', { as: 'iris', note: 'with a piece' }),
  get('/desk/trash/{mine}', { as: 'iris' }),
  ...submit('iris', '/desk/trash/{mine}/restore', {}),
  get(at('?done=untrash'), { as: 'iris' }),
  call(at('/newer'), { version: 1 }, 'newer'),
  ...submit('iris', at('/delete'), {}, { note: 'again' }),
  ...submit('iris', '/desk/trash/{mine}/delete', {}),
  ...submit('iris', '/desk/bulk', { act: 'category', category: 'life' }, { note: 'none' }),
  ...submit('iris', '/desk/trash/empty', { asked_at: '9999-01-01T00:00:00.000Z' }),
];

const unfinished: Step[] = [
  ...submit('iris', NEW, { headline: '', body_md: '' }, { note: 'empty', capture: LINK }),
  get(PIECE, { as: 'iris', note: 'empty' }),
  get(at('/publish'), { as: 'iris', note: 'empty' }),
  ...submit('iris', at('/publish'), { version: '1' }, { note: 'empty' }),
  ...submit('iris', at('/delete'), {}, { note: 'empty' }),
];

/** Its address stays, since others ask for it. */
const KEPT = { ...TEXT, headline: 'A draft that nobody meant' };

/** Pages of the demo's own pieces, in each state. */
const others: Step[] = ['pending', 'rejected', 'asked', 'machine', 'piece', 'other'].flatMap(
  (piece) => [
    ...submit('iris', `/desk/edit/pieces/{${piece}}`, { ...KEPT, version: '1' }),
    ...['/publish', '/withdraw', '/reopen', '/delete', '/unpublish'].flatMap((act) =>
      submit('iris', `/desk/edit/pieces/{${piece}}${act}`, { version: '1' }),
    ),
  ],
);

export const writing: Step[] = [
  ...refusals,
  ...submit('iris', NEW, TEXT, { capture: LINK }),
  get(at('?saved=yes'), { as: 'iris' }),
  ...submit('iris', NEW, { ...TEXT, [GO_ON]: 'publish' }, { note: 'and publish' }),
  ...calls,
  ...submit('iris', PIECE, { ...TEXT, version: '1' }, { note: 'conflict' }),
  ...images,
  ...versions,
  ...previews,
  ...publishing,
  ...unfinished,
  ...others,
  ...submit('iris', '/desk/edit/pieces/{piece}/publish', { version: '2' }, { note: 'back' }),
  get('/desk', { as: 'iris', note: 'at the end' }),
  get('/desk/download', { as: 'iris' }),
];
