// Two clients edit one piece in any order: every acknowledged save is a version, and no client overwrites text that it
// wasn't shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDraft, workingContentFrom } from '../../src/operations/pieces/saving/save-piece.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { MINUTE, startDesk } from '../support/desk/desk.ts';
import type { DeskBrowser } from '../support/desk/desk-browser.ts';
import { rounds } from '../support/soak.ts';

const step = fc.record({
  who: fc.constantFrom(0, 1),
  act: fc.constantFrom('type', 'type', 'autosave', 'autosave', 'save', 'unheard', 'reload'),
  settle: fc.constantFrom('mine', 'theirs'),
  minutes: fc.constantFrom(0, 0, 0, 1, 7),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Acknowledged {
  text: string;
  version: number;
  byHand: boolean;
}

class Client {
  readonly browser: DeskBrowser;
  readonly id: string;
  text = 'Start.';
  version = 1;
  /** Every text that was on this screen. */
  readonly seen = new Set(['Start.']);
  readonly acknowledged: Acknowledged[] = [];
  readonly #working: () => Promise<string>;

  constructor(browser: DeskBrowser, id: string, working: () => Promise<string>) {
    this.browser = browser;
    this.id = id;
    this.#working = working;
  }

  /** Saves; where there is a newer text it is shown, and the client chooses. */
  async save(byHand: boolean, settle: Step['settle'], isHeard = true): Promise<void> {
    const { text, version } = this;
    const before = await this.#working();
    const answer = await this.browser.call(`/desk/edit/pieces/${this.id}/save`, {
      ...{ headline: 'A', body_md: text, version, by_hand: byHand },
      form_token: await this.browser.csrfToken('/desk'),
    });
    const body = JSON.parse(answer.body);
    if (answer.statusCode === 200) {
      assert.ok(before === text || this.seen.has(before), `nobody was shown “${before}”`);
      this.seen.add(text);
      if (isHeard) this.version = body.version;
      this.acknowledged.push({ text, version: body.version, byHand });
      return;
    }
    if (!isHeard) return;
    assert.equal(answer.statusCode, 409, answer.body);
    assert.ok(body.theirs.version > version);
    this.version = body.theirs.version;
    this.seen.add(body.theirs.body_md);
    if (settle === 'theirs') this.text = body.theirs.body_md;
    else await this.save(true, settle);
  }
}

for (const kind of DATABASES_IN_FULL) {
  test(`two clients and one piece, on ${kind}`, async () => {
    const desk = await startDesk(kind);
    const ada = await desk.writer('ada');
    const browsers = [await desk.signedIn(ada), await desk.signedIn(ada)];
    const account = await desk.context.store.authors.bySlug('ada');
    const actor = {
      ...({ kind: 'writer', slug: 'ada', isAdmin: false, sessionId: 'x' } as const),
      accountId: account?.id ?? '',
    };
    const content = workingContentFrom({ headline: 'A', body_md: 'Start.' });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { id } = await createDraft(desk.context, actor, content);
        const clients = browsers.map((browser) => new Client(browser, id, () => working(id)));
        let typed = 0;
        for (const { who, act, settle, minutes } of steps) {
          const client = clients[who];
          assert.ok(client);
          desk.clock.advance(minutes * MINUTE + 1000);
          if (act === 'type') client.text += ` ${who}:${typed++}`;
          else if (act === 'reload') await reload(client);
          else await client.save(act === 'save', settle, act !== 'unheard');
        }
        await assertKept(clients, id);
      }),
      { numRuns: rounds(15, 200) },
    );

    async function working(id: string): Promise<string> {
      const { pieces } = desk.context.store;
      const version = (await pieces.byId(id))?.working_version ?? 0;
      return (await pieces.version(id, version))?.body_md ?? '';
    }

    async function reload(client: Client): Promise<void> {
      const piece = await desk.context.store.pieces.byId(client.id);
      client.version = piece?.working_version ?? 0;
      client.text = await working(client.id);
      client.seen.add(client.text);
    }

    async function assertKept(clients: Client[], id: string): Promise<void> {
      const piece = await desk.context.store.pieces.byId(id);
      const all = clients.flatMap(({ acknowledged }) => acknowledged);
      const last = Math.max(1, ...all.map(({ version }) => version));
      assert.equal(piece?.working_version, last);
      for (const { text, version, byHand } of all) {
        const kept = await desk.context.store.pieces.version(id, version);
        // An autosave may be gone once another went over it; what one saved by hand never is.
        if (kept) assert.equal(kept.body_md, text);
        else assert.ok(!byHand && version < last, `version ${version} is gone`);
      }
    }
  });
}
