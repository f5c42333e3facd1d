// Writers who publish at the same moment at processes whose clocks differ: lists stand in the order of dates.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWriter } from '../../src/operations/accounts/writers.ts';
import { createKey } from '../../src/operations/api-keys/api-keys.ts';
import { DATABASES, freshPlace } from '../support/databases/databases.ts';
import { contextAt } from '../support/databases/existing-database.ts';
import { RemoteBrowser, type Served, serve } from '../support/processes/served.ts';
import { rounds } from '../support/soak.ts';
import { UNLIMITED } from '../support/unlimited.ts';
import { assertInOrder } from './publication-order.ts';

const BASE_URL = 'http://localhost:1';
const WRITERS = ['ada', 'bob', 'cyd', 'dot', 'eve', 'fay'];
const PROCESSES = 4;
const PIECES_EACH = 10;

for (const kind of DATABASES) {
  test(`60 publications by six writers at four processes, on ${kind}`, async () => {
    const place = await freshPlace(kind);
    const context = { ...(await contextAt(place)), now: () => new Date() };
    const keys = new Map<string, string>();
    for (const slug of WRITERS) {
      const person = {
        slug,
        name: slug,
        email: `${slug}@press.example`,
        password: passwordOf(slug),
      };
      await createWriter(context, { ...person, admin: false, identityVerified: false });
      const named = {
        writer: slug,
        name: 'agent',
        scope: 'pieces:write',
        expiresAt: null,
      } as const;
      keys.set(slug, (await createKey(context, named)).key);
    }
    const settings = { BASE_URL, LOG_LEVEL: 'info', ...UNLIMITED };
    const served = await Promise.all(
      Array.from({ length: PROCESSES }, (_, nth) =>
        serve(place, { ...settings, NODE_OPTIONS: behindBy(nth * 25) }),
      ),
    );
    const [first] = served;
    assert.ok(first);
    const seats = await Promise.all(
      WRITERS.map(async (slug) => {
        const browser = new RemoteBrowser();
        await browser.signIn(first.origin, `${slug}@press.example`, passwordOf(slug));
        return { browser, key: keys.get(slug) ?? '' };
      }),
    );
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const drafts: { browser: RemoteBrowser; id: string }[] = await Promise.all(
        seats.flatMap((seat) =>
          Array.from({ length: PIECES_EACH }, async () => ({
            browser: seat.browser,
            id: await newDraft(first, seat.key),
          })),
        ),
      );
      const statuses = await Promise.all(
        drafts.map(async ({ browser, id }, nth) => {
          const origin = served[nth % PROCESSES]?.origin;
          const page = `${origin}/desk/edit/pieces/${id}/publish`;
          return (await browser.post(page, { version: '1' })).status;
        }),
      );
      assert.deepEqual(new Set(statuses), new Set([303]), statuses.join(' '));
    }
    const read = async (path: string) => (await fetch(first.origin + path)).text();
    await assertInOrder(place, read, WRITERS.length * PIECES_EACH * rounds(1, 20));
  });
}

/** Options for Node whose clock is some milliseconds behind, as that of another machine. */
const behindBy = (ms: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`globalThis.Date = class extends Date {
    constructor(...given) { given.length > 0 ? super(...given) : super(Date.now()); }
    static now() { return super.now() - ${ms}; }
  };`)}`;

const passwordOf = (slug: string) => `the password of ${slug}`;

async function newDraft({ origin }: Served, key: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/pieces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ headline: 'A headline', body_md: 'A body.' }),
  });
  const { id } = JSON.parse(await answer.text());
  return String(id);
}
