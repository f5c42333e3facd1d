// Content for other sites: badges, widgets, images, and files that pages load.

import { get, gets, reading, refusing, type Step } from '../steps.ts';

const BADGE = '/embed/iris-calloway/badge.svg';

const LOOKS = [
  '?theme=light',
  '?theme=dark',
  '?theme=nonsense',
  '?tone=verified',
  '?tone=nonsense',
  '?theme=dark&tone=verified',
  '?theme=nonsense&tone=verified',
  '?theme=dark&theme=light',
  '?theme=',
];

const STYLES = ['site.css', 'desk.css', 'developers.css'];
const SCRIPTS = ['passkeys', 'editor', 'developers'];
const FONTS = [
  'newsreader-latin-wght-normal',
  'newsreader-latin-ext-wght-normal',
  'newsreader-latin-400-italic',
  'newsreader-latin-ext-400-italic',
  'instrument-sans-latin-wght-normal',
  'instrument-sans-latin-ext-wght-normal',
];

const SLUGS = ['ada-okafor', 'mateo-rivas', 'noor-haddad', 'lin-meiling', 'nobody'];

export const embeds: Step[] = [
  ...reading(BADGE),
  ...gets(LOOKS.flatMap((look) => [BADGE + look, `/embed/nobody/badge.svg${look}`])),
  ...gets(SLUGS.flatMap((slug) => [`/embed/${slug}/badge.svg`, `/embed/${slug}/data.json`])),
  get('/embed/mateo-rivas/badge.svg?tone=verified'),
  ...reading('/embed/iris-calloway/data.json'),
  ...reading('/embed.js'),
  ...gets([
    '/embed/',
    '/embed/iris-calloway',
    '/embed/iris-calloway/nothing.json',
    '/embed/%zz/badge.svg',
  ]),
  ...reading('/assets/site.css'),
  ...gets(STYLES.map((name) => `/assets/${name}?v=old`)),
  ...gets(SCRIPTS.map((name) => `/assets/${name}.js`)),
  get('/assets/editor.js', { headers: { 'accept-encoding': 'br' }, note: 'br' }),
  ...gets(FONTS.map((name) => `/assets/${name}.woff2`)),
  ...gets([
    '/assets/mark.svg',
    '/assets/embed.js',
    '/assets/nothing.css',
    '/assets/',
    '/assets/..%2fsrc',
  ]),
  ...gets([
    `/media/${'0'.repeat(64)}.webp`,
    `/media/${'0'.repeat(64)}-10x10`,
    '/media/x',
    '/media/',
  ]),
  ...refusing('/media/x'),
  { path: '/media/x', method: 'HEAD' },
  ...gets(['/preview/x', `/preview/${'A'.repeat(43)}`]),
  ...refusing('/preview/x'),
  { path: '/preview/x', method: 'HEAD' },
];
