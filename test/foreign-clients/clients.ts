// Tool clients of others call every tool rightly and wrongly: npm run test:foreign

import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { importArchive } from '../../src/operations/archive/import.ts';
import { serveDesk } from '../support/desk/served-desk.ts';
import { CALLS, WORLD } from './calls.ts';
import { installed, run } from './installed.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');

/** The programs in this folder, each with the package of its client. The AI SDK's client is in the test suite. */
const CLIENTS: { [program: string]: string } = {
  'openai-agents': '@openai/agents@^0.20.0',
  langchain: '@langchain/mcp-adapters@^1.1.4',
  mastra: '@mastra/mcp@^2.0.0',
  // From 2 on it is for servers; its client is a package that is not published.
  'mcp-use': 'mcp-use@^1.34.6',
};

/** Their peers. Of LangGraph the newest whose own dependencies are published: npm looks for others without end. */
const PEERS = [
  ...['zod@^4', 'langchain@^1.5.3', '@langchain/langgraph@1.4.15', '@langchain/core@^1'],
  '@mastra/core@^1',
];

const QUIET = {
  ...process.env,
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
};

const { base, context } = await serveDesk();
await importArchive(context, WORLD);

// One tree of packages takes a third of the time that one for each client does.
const folder = await installed([...Object.values(CLIENTS), ...PEERS]);

for (const [program, client] of Object.entries(CLIENTS)) {
  test(`a model behind ${client} sees every answer, and every reason`, async (t) => {
    for (const file of ['report.ts', `${program}.ts`]) {
      await copyFile(join(PROGRAMS, file), join(folder, file));
    }
    const asked = CALLS.map(({ name, given }) => ({ name, given }));
    await writeFile(join(folder, 'calls.json'), JSON.stringify(asked));
    await run(process.execPath, [`${program}.ts`, `${base}/api/mcp`], { cwd: folder, env: QUIET });
    const seen: string[] = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
    assert.equal(seen.length, CALLS.length);
    for (const [at, { name, given, sees, wrong }] of CALLS.entries()) {
      const text = seen[at] ?? '';
      if (sees.test(text)) continue;
      const what = `${name} ${JSON.stringify(given)}: ${text.slice(0, 500)}`;
      // A client that checks arguments against their schema reports errors in its own words.
      assert.ok(wrong !== undefined && text.includes(wrong), what);
      t.diagnostic(`Said by the client itself, of ${what}`);
    }
  });
}
