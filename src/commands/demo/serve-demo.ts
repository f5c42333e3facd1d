// Serves the demo: seeds its content, creates an API key for the writer, and prints a greeting.

import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { createKey } from '../../operations/api-keys/api-keys.ts';
import { type Context, newContext } from '../../operations/operation.ts';
import { openStore } from '../../store/store.ts';
import { start } from '../start.ts';
import { greeting } from './greeting.ts';
import { seed, WRITER } from './seed.ts';

export async function serveDemo(config: Config, cleanUp: () => Promise<void>): Promise<void> {
  const store = await openStore(config);
  const context = newContext(store, config);
  await seedOnce(context).catch(async (error) => {
    await store.close();
    throw error;
  });
  const { key } = await createKey(context, {
    writer: WRITER.slug,
    name: 'demo',
    scope: 'pieces:write',
    expiresAt: null,
  });
  console.log('Opening it …');
  await start(context, { stopped: cleanUp });
  console.log(greeting(config, WRITER, key));
}

async function seedOnce(context: Context): Promise<void> {
  const { store, config } = context;
  const isEmpty = (await store.authors.page(null, 1)).length === 0;
  if (isEmpty) {
    console.log('Filling it with writers, their pieces and some weeks of readers …');
    return seed(context);
  }
  if (await store.authors.bySlug(WRITER.slug)) return;
  throw new OperatorError(
    `DATA_DIR ${config.dataDir} has something other than the demo: choose another folder.`,
  );
}
