// Four processes that publish, suspend, trash, upload and import at the same time: no client sees a deadlock.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { painting } from '../media/image-world.ts';
import { author, piece } from '../support/archive/records.ts';
import { assertSound } from '../support/databases/consistency.ts';
import { DATABASES, type Place } from '../support/databases/databases.ts';
import { importLines } from '../support/databases/existing-database.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { textFields } from '../support/desk/texts.ts';
import { addKey, addWriter, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';
import { assertDone, environmentOf, runCli } from '../support/processes/cli.ts';
import { RemoteBrowser, serve } from '../support/processes/served.ts';
import { noteFigure, rounds } from '../support/soak.ts';

const SERVERS = 4;
const WRITERS = 8;
/** Writers who are suspended and reinstated by turns. */
const SUSPENDED = ['turn-0', 'turn-1'];
const IMPORTS = rounds(4, 15);
const IMPORTED = rounds(100, 2_000);
const PUBLICATIONS = rounds(16, 500);
const SETTINGS = { RATE_LIMITS: 'off', WEBSUB_HUB: 'https://hub.invalid/' };

const slugOf = (writer: number) => `writer-${writer}`;

/** The images that everything names, in another order each time. */
const imagesFrom = (start: number) =>
  Array.from({ length: 20 }, (_, each) => (start * 7 + each * 3) % 20)
    .map((each) => `![](/media/${String(each).padStart(64, '0')}-60x40)`)
    .join('\n\n');

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + (number % 100))).toISOString();

/** An archive of a new author, with pieces of all others too, older and newer than those that are there. */
const archiveOf = (number: number): object[] => [
  author(`import-${number}`),
  ...Array.from({ length: IMPORTED }, (_, each) => {
    const others = [...Array.from({ length: WRITERS }, (__, at) => slugOf(at)), ...SUSPENDED];
    const slug =
      each % 2 ? `import-${number}` : (others[(number + each / 2) % others.length] ?? '');
    return piece(slug, {
      headline: `Imported ${number} ${each}`,
      body_md: each % 10 ? 'A body.' : imagesFrom(number + each),
      published_at: dayOf(number * 31 + each),
    });
  }),
];

class Writer {
  readonly #browser = new RemoteBrowser();
  readonly #origin: string;
  readonly #key: string;

  constructor(origin: string, key: string) {
    this.#origin = origin;
    this.#key = key;
  }

  signIn(email: string, password: string) {
    return this.#browser.signIn(this.#origin, email, password);
  }

  async #send(path: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
    const answer = await fetch(`${this.#origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': type },
      body,
    });
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    return JSON.parse(text);
  }

  async #post(path: string, fields: { [name: string]: string }): Promise<void> {
    const { status, body } = await this.#browser.post(`${this.#origin}/desk/${path}`, fields);
    assert.equal(status, 303, `${path}: ${status} ${body}`);
  }

  #draft = async (headline: string, body_md: string) =>
    String(
      at(
        await this.#send('pieces', 'application/json', JSON.stringify({ headline, body_md })),
        'id',
      ),
    );

  /** A piece drafted, published and published again; another trashed and restored; and an image. */
  async work(number: number): Promise<void> {
    const words = `published ${number}`;
    const id = await this.#draft(`Headline ${words}`, imagesFrom(number));
    await this.#post(`edit/pieces/${id}/publish`, { version: '1' });
    await this.#post(`edit/pieces/${id}`, { ...textFields(words, 1), tags: 'changed' });
    await this.#post(`edit/pieces/${id}/publish`, { version: '2' });
    const other = await this.#draft(`Headline trashed ${number}`, imagesFrom(number + 1));
    await this.#post(`edit/pieces/${other}/delete`, {});
    if (number % 2 === 0) await this.#post(`trash/${other}/restore`, {});
    // A painting repeats its colours after 256 numbers.
    const image = await painting(60 + Math.floor(number / 256), 40, number)
      .png()
      .toBuffer();
    await this.#send('images', 'image/png', new Uint8Array(image));
  }

  /** Once what was suspended is all public again, which goes on after the answer. */
  async untilReinstated(slug: string): Promise<void> {
    let page: string;
    do {
      page = (await this.#browser.open(`${this.#origin}/desk/writers/${slug}`)).body;
      assert.match(page, /<h2>Suspension/);
    } while (page.includes('becomes public again'));
  }

  suspension = (deed: string, slug: string) => this.#post('writers', { deed, slug });
}

/** Until all numbers are taken, by several at a time. */
async function inTurn(count: number, work: (number: number) => Promise<void>, hands: number) {
  let next = 0;
  const hand = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: hands }, hand));
}

async function counted(place: Place, statement: string): Promise<number> {
  return Number((await sqlAt(place, statement))[0]?.['count']);
}

for (const kind of DATABASES) {
  test(`what many processes write at the same time is all done, and once, on ${kind}`, async () => {
    const gate = await startGate(kind);
    const { place } = gate;
    const chief = await addWriter(gate, 'chief', { admin: true });
    for (const slug of SUSPENDED) await addWriter(gate, slug);
    await importLines(
      gate.context,
      SUSPENDED.flatMap((slug) =>
        Array.from({ length: 20 }, (_, each) => piece(slug, { published_at: dayOf(each) })),
      ),
    );
    const servers = await Promise.all(
      Array.from({ length: SERVERS }, () => serve(place, SETTINGS)),
    );
    const originOf = (number: number) => servers[number % SERVERS]?.origin ?? '';
    const writers: Writer[] = [];
    for (let number = 0; number < WRITERS; number += 1) {
      const { email, password } = await addWriter(gate, slugOf(number));
      const { key } = await addKey(gate, slugOf(number));
      const writer = new Writer(originOf(number), key);
      await writer.signIn(email, password);
      writers.push(writer);
    }
    const admin = new Writer(originOf(0), '');
    await admin.signIn(chief.email, chief.password);
    let areOthersAtWork = true;
    const suspensions = async () => {
      let count = 0;
      while (areOthersAtWork) {
        for (const deed of ['suspend', 'reinstate']) {
          for (const slug of SUSPENDED) await admin.suspension(deed, slug);
        }
        count += 1;
      }
      return count;
    };
    const imports = inTurn(
      IMPORTS,
      async (number) => {
        const file = join(place.dataDir, `${number}.ndjson`);
        await writeFile(
          file,
          archiveOf(number)
            .map((line) => JSON.stringify(line))
            .join('\n'),
        );
        assertDone(await runCli({ ...environmentOf(place), ...SETTINGS }, ['import', file]));
      },
      2,
    );
    const publications = inTurn(
      PUBLICATIONS,
      async (number) => writers[number % WRITERS]?.work(number),
      WRITERS,
    );
    const others = Promise.all([imports, publications]).finally(() => {
      areOthersAtWork = false;
    });
    const [suspended] = await Promise.all([suspensions(), others]);
    for (const slug of SUSPENDED) await admin.untilReinstated(slug);
    for (const server of servers) await server.end('SIGTERM');
    for (const { output } of servers) assert.doesNotMatch(output(), /deadlock|"level":50/);
    await gate.context.store.checkSearchIndex();
    await assertSound(place);
    const pieces = SUSPENDED.length * 20 + IMPORTS * IMPORTED + PUBLICATIONS * 2;
    assert.equal(await counted(place, 'SELECT count(*) AS count FROM pieces'), pieces);
    assert.equal(
      await counted(place, 'SELECT count(*) AS count FROM publications'),
      pieces - PUBLICATIONS,
    );
    assert.equal(await counted(place, 'SELECT count(*) AS count FROM key_images'), PUBLICATIONS);
    noteFigure(`${kind}: suspensions beside imports and publications`, suspended, 'at least', 1);
    if (kind === 'postgres') {
      const statement = `SELECT deadlocks AS count FROM pg_stat_database WHERE datname = current_database()`;
      noteFigure(
        'postgres: deadlocks, each repeated unseen',
        await counted(place, statement),
        'at most',
        50,
      );
    }
  });
}
