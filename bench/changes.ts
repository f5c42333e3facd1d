// Hot reads while the site changes twelve times a second, compared with none: node bench/changes.ts [PIECES]

import { setTimeout } from 'node:timers/promises';
import { configFrom } from '../src/config.ts';
import type { WriterActor } from '../src/operations/actor.ts';
import { saveProfile } from '../src/operations/authors/profiles.ts';
import { newContext } from '../src/operations/operation.ts';
import { contentFrom } from '../src/operations/pieces/api-drafts.ts';
import { createDraft } from '../src/operations/pieces/saving/save-piece.ts';
import { movePiece } from '../src/operations/publishing/move-piece.ts';
import { createProduct, listProduct } from '../src/operations/shop/own-products.ts';
import { CATEGORIES, SOCIAL_NETWORKS } from '../src/schemas/vocabulary.ts';
import { openStore } from '../src/store/store.ts';
import { sqlAt } from '../test/support/databases/sql.ts';
import { Archives, environmentOf } from './support/archives.ts';
import { median, startServer } from './support/processes.ts';
import { report } from './support/report.ts';
import { type Driven, driveByWrk } from './support/wrk.ts';

const PIECES = Number(process.argv[2] ?? 4_000);
const CHANGES_A_SECOND = 12;
const ADDRESSES = 120;
const CONNECTIONS = 32;
const SECONDS = process.env['BENCH_QUICK'] ? 2 : 5;
const ROUNDS = process.env['BENCH_QUICK'] ? 1 : 5;
const BAR = 1.5;

const archives = await Archives.open();
const { place } = await archives.imported('sqlite', PIECES);
const service = await startServer({ ...environmentOf(place), LOG_LEVEL: 'info' });
const context = newContext(
  await openStore(place),
  configFrom({ BASE_URL: 'https://press.example' }),
);

const rows = await sqlAt(
  place,
  `SELECT p.piece_id AS id, p.slug AS slug, a.slug AS author, a.name AS name, a.id AS account
   FROM publications p JOIN authors a ON a.id = p.author_id ORDER BY p.position DESC LIMIT 45`,
);
const names = new Map(rows.map(({ author, name }) => [String(author), String(name)]));
/** Writers who make the changes, and whose pages are read. */
const writers = [...new Map(rows.map((row) => [row['author'], row])).values()].map(
  ({ author, account }): WriterActor => ({
    ...{ kind: 'writer', accountId: String(account), slug: String(author) },
    ...{ isAdmin: false, sessionId: 'at the desk' },
  }),
);
const paths = [
  '/',
  '/api/public/pieces/recent',
  '/feed.json',
  '/feed.xml',
  ...CATEGORIES.map((category) => `/category/${category}`),
  ...rows.map(({ id }) => `/api/public/pieces/${id}`),
  ...rows.map(({ author, slug }) => `/author/${author}/${slug}`),
  ...writers.map(({ slug }) => `/author/${slug}`),
  ...writers.map(({ slug }) => `/author/${slug}/feed.json`),
].slice(0, ADDRESSES);

let made = 0;
const next = (): WriterActor => writers[made % writers.length] ?? writerless();
function writerless(): never {
  throw new Error('The archive has no writers.');
}

const unsaid = ['role', 'niche', 'location', 'website', ...SOCIAL_NETWORKS];
const profile = ({ slug }: WriterActor, name: string) => ({
  ...Object.fromEntries(unsaid.map((field) => [field, null])),
  ...{ slug, name, bio: `What has changed for the ${made}th time.` },
});

async function saveAny(isRenamed: boolean): Promise<void> {
  const writer = next();
  const name = names.get(writer.slug) ?? writer.slug;
  await saveProfile(context, writer, profile(writer, isRenamed ? `${name} ${made}` : name));
}

async function publishAny(): Promise<void> {
  const tags = [`tag-${made % 30}`];
  const content = contentFrom({ headline: `News ${made}`, body_md: 'Some words.', tags });
  const { id } = await createDraft(context, next(), content);
  await movePiece(context, next(), {
    pieceId: id,
    act: 'publish',
    version: 1,
    declaration: 'human',
  });
}

async function listAny(): Promise<void> {
  const given = {
    ...{ name: 'A book', description: 'To read.', price: '12.50', currency: 'EUR' },
    ...{ category: 'book', payment_url: 'https://pay.example.org/book', related: [] },
  };
  await listProduct(context, next(), await createProduct(context, next(), given), true);
}

/** Nine of twelve changes save a profile, one of them with another name. */
async function change(): Promise<void> {
  const turn = made % CHANGES_A_SECOND;
  if (turn === 4 || turn === 8) await publishAny();
  else if (turn === 11) await listAny();
  else await saveAny(turn === 0);
  made += 1;
}

async function changeUntil(isOver: () => boolean): Promise<void> {
  const begun = performance.now();
  const before = made;
  while (!isOver()) {
    await change();
    const due = begun + ((made - before) * 1_000) / CHANGES_A_SECOND;
    await setTimeout(Math.max(0, due - performance.now()));
  }
}

const costs = { still: [] as number[], changing: [] as number[] };
const load = { paths, connections: CONNECTIONS, seconds: SECONDS };
const note = (how: keyof typeof costs, { cost, rate, p99 }: Driven) => {
  costs[how].push(cost);
  console.log(
    `${how}: ${cost.toFixed(0)} µs, ${rate.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`,
  );
};

try {
  await driveByWrk(service, { ...load, seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    note('still', await driveByWrk(service, load));
    let isOver = false;
    const changing = changeUntil(() => isOver);
    note('changing', await driveByWrk(service, load));
    isOver = true;
    await changing;
  }
} finally {
  await service.stop();
  await context.store.close();
  await archives.close();
}

console.log(`${paths.length} URLs, ${made} changes`);
report([
  {
    what: `${ADDRESSES} hot URLs with ${CHANGES_A_SECOND} changes a second, of the same without`,
    value: median(costs.changing) / median(costs.still),
    unit: 'times',
    bar: BAR,
    is: 'at most',
  },
]);
