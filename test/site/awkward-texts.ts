// A site whose every word is hard to set: endless names, other scripts, wide tables, long code.

import { importArchive } from '../../src/operations/archive/import.ts';
import { recentPieces } from '../../src/operations/pieces/recent-pieces.ts';
import { searchProducts } from '../../src/operations/shop/products.ts';
import { author, piece, product } from '../support/archive/records.ts';
import { serveDesk } from '../support/desk/served-desk.ts';

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const ENDLESS = `${WORD}${WORD}${WORD}${WORD}`;
const upTo = (length: number) => ENDLESS.slice(0, length);

const CODE = `    ${'longest = command --with arguments '.repeat(6)}\n        return`;
const ROW = `| ${['Bezeichnung', 'Zuständigkeit', 'Aufgabenübertragung', 'Überwachung', 'Gesetz'].join(' | ')} |`;

const BODY = `A note.[^1] And \`${ENDLESS}\` in ${ENDLESS}.

## ${WORD}

\`\`\`
${CODE}
\`\`\`

${ROW}
|---|---|---|---|---|
${ROW}

| | |
|---|---|
| one | two |

> ${ENDLESS}

- ${ENDLESS}

[^1]: ${ENDLESS} and an [elsewhere](https://example.org/).`;

const ARABIC = `في \`npm run -- build\` كلمة.

> قول

\`\`\`
    npm run
\`\`\``;

const tags = [1, 2, 3].map((number) => `${upTo(31)}${number}`);
const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T00:00:00.000Z`;

const endless = (number: number) =>
  piece('lena', {
    headline: upTo(200),
    sub: ENDLESS,
    body_md: BODY,
    category: 'culture',
    locale: 'de',
    tags,
    external_url: `https://${upTo(60).replaceAll('ü', 'u')}.example.org/${number}`,
    published_at: day(number),
  });

const lines = () => [
  author('lena', {
    name: upTo(120),
    role: upTo(120),
    niche: upTo(120),
    location: upTo(120),
    bio: ENDLESS,
    website: `https://${upTo(60).replaceAll('ü', 'u')}.example.org/`,
  }),
  author('noor', { name: 'نور', role: 'كاتبة', bio: 'تكتب عن الخط.' }),
  ...Array.from({ length: 12 }, (_, at) => endless(at + 1)),
  piece('noor', {
    headline: 'في مديح النقطة',
    sub: 'عن الخط',
    body_md: ARABIC,
    category: 'culture',
    locale: 'ar',
    published_at: day(20),
  }),
  product('lena', { name: upTo(120), description: ENDLESS }),
  product('noor', { name: 'كتاب الخط', description: 'كتاب عن الخط.' }),
];

export async function serveHardToSet() {
  const served = await serveDesk({ settings: { SITE_NAME: upTo(40) } });
  const records = lines().map((line) => JSON.stringify(line));
  await importArchive(served.context, records);
  const { items } = await recentPieces.run(served.context, { limit: 2 });
  const { results } = await searchProducts.run(served.context, {});
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname;
  const [arabic = '', german = ''] = items.map(pathOf);
  const pages = [
    ...['/', '/?before=40', '/category/culture', '/author/lena', '/author/noor', german, arabic],
    ...[`/search?q=${WORD}`, `/search?q=${'x'.repeat(200)}`, '/shop', ...results.map(pathOf)],
    ...['/nowhere', '/category/nothing'],
  ];
  return { ...served, german, arabic, pages };
}
