// demo: what it says, in which order, that what it offers works, and that it leaves others alone.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { emptyPlace } from '../support/databases/databases.ts';
import { contextAt, importLines } from '../support/databases/existing-database.ts';
import { freePort } from '../support/databases/postgres-server.ts';
import { assertOneLine, cliAt, environmentOf, startSource } from '../support/processes/cli.ts';
import { RemoteBrowser } from '../support/processes/served.ts';

// Makes the process print a line when the service itself is loaded, which takes long.
const TELLS_OF_LOADING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (/src.(store.store|app)\\.ts$/.test(url)) console.log('loading ' + url);
      return next(url, context);
    },
  });
`)}`;

/** The output of a demo until it is ready. The demo runs until the tests are over. */
async function startDemo(): Promise<string> {
  const place = await emptyPlace('sqlite');
  const { process: child, ended } = startSource(
    {
      ...environmentOf(place),
      PORT: String(await freePort()),
      NODE_OPTIONS: `--import=${TELLS_OF_LOADING}`,
    },
    ['demo'],
  );
  after(() => child.kill('SIGKILL'));
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(`It ended: ${stderr}`)));
  let said = '';
  while (!said.includes('Stop with')) {
    const [text] = await Promise.race([once(child.stdout ?? process.stdin, 'data'), failed]);
    said += String(text);
  }
  failed.catch(() => {});
  return said;
}

/** The text matched by the expression's group. */
function found(said: string, words: RegExp): string {
  const [, rest] = words.exec(said) ?? assert.fail(`${words} is not in:\n${said}`);
  return String(rest);
}

const said = await startDemo();

describe('a demo', () => {
  test('says what it does before it loads the service, and greets when it is ready', () => {
    assert.match(said, /^Starting the demo/);
    const greeting = ['is at http', '1. Read', '2. Draft', '3. Publish', 'Stop with'];
    const places = ['Starting', 'loading', ...greeting].map((words) => said.indexOf(words));
    assert.ok(!places.includes(-1), said);
    assert.deepEqual(
      places,
      [...new Set(places)].toSorted((a, b) => a - b),
      said,
    );
  });

  test('what it offers to try works: reading, drafting, publishing', async () => {
    const { origin } = new URL(found(said, /1\. Read.*\s+(http\S+)/));
    assert.equal((await fetch(origin)).status, 200);

    const sent = await fetch(found(said, /curl (http\S+)/), {
      method: 'POST',
      headers: {
        authorization: found(said, /-H 'Authorization: (.*?)'/),
        'content-type': found(said, /-H 'Content-Type: (.*?)'/),
      },
      body: found(said, /-d '(.*?)'/),
    });
    const draft: { [field: string]: string } = JSON.parse(await sent.text());
    assert.deepEqual([sent.status, draft['status']], [201, 'draft']);
    const { id = '', edit_url = '' } = draft;
    assert.ok(said.includes(`Bearer ${found(said, /API key +(\S+)/)}'`), said);

    const writer = new RemoteBrowser();
    const desk = found(said, /3\. Publish.*\s+(http\S+)/);
    assert.equal((await writer.open(desk)).status, 303);
    await writer.signIn(origin, found(said, /Email +(\S+)/), found(said, /Password +(.+)/));
    assert.ok((await writer.open(desk)).body.includes(id));
    assert.equal((await writer.post(`${edit_url}/publish`, { version: '1' })).status, 303);
    assert.equal((await fetch(`${origin}/api/public/pieces/${id}`)).status, 200);
  });
});

test('a folder that holds something else is refused in one line, and left alone', async () => {
  const place = await emptyPlace('sqlite');
  const context = await contextAt(place);
  await importLines(context, [author('ada')]);
  await context.store.close();
  assertOneLine(await cliAt(place, 'demo'), place.dataDir, 'something other');
});
