// URLs that programs find by convention, and the health endpoints.

import { get, gets, reading, refusing, type Step } from '../steps.ts';

const SIGN_IN = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration'];

const PIECE = 'http://localhost:38111/author/iris-calloway/a-draft-that-nobody-meant';
const AUTHOR = 'http://localhost:38111/author/iris-calloway';

const OEMBED = [
  '',
  '?url=',
  `?url=${PIECE}`,
  `?url=${PIECE}&format=xml`,
  `?url=${PIECE}&format=yaml`,
  `?url=${PIECE}&maxwidth=300&maxheight=100`,
  `?url=${PIECE}&maxwidth=0`,
  `?url=${PIECE}&maxheight=x`,
  `?url=${PIECE}&url=x`,
  `?url=${AUTHOR}`,
  `?url=${AUTHOR}&format=xml`,
  '?url=http://localhost:38111/pieces/{piece}',
  '?url=http://localhost:38111/pieces/x',
  '?url=http://localhost:38111/',
  '?url=http://localhost:38111/author/nobody',
  '?url=https://elsewhere.example/author/iris-calloway',
  '?url=nonsense',
];

export const discovery: Step[] = [
  ...['/llms.txt', '/llms-products.txt', '/robots.txt', '/sitemap.xml'].flatMap(reading),
  ...gets(['pages-1', 'pieces-1', 'pages-0', 'pieces-x'].map((part) => `/sitemap-${part}.xml`)),
  { path: '/sitemap-pages-1.xml', method: 'HEAD' },
  { path: '/sitemap-pieces-1.xml', method: 'HEAD' },
  ...refusing('/sitemap-pages-1.xml'),
  ...refusing('/sitemap-pieces-1.xml'),
  ...reading('/.well-known/mcp.json'),
  ...reading('/.well-known/ai-catalog.json'),
  ...SIGN_IN.flatMap((name) => [
    ...reading(`/.well-known/${name}`),
    ...reading(`/.well-known/${name}/api/mcp`),
  ]),
  ...reading('/.well-known/security.txt'),
  ...gets(['/.well-known/nothing', '/.well-known', '/favicon.ico', '/nothing.txt', '/nothing.xml']),
  ...reading(`/oembed?url=${PIECE}`),
  ...gets(OEMBED.map((query) => `/oembed${query}`)),
  ...reading('/api/openapi.json'),
  ...['/healthz', '/readyz', '/metrics'].flatMap(reading),
  get('/metrics/'),
];
