// Fills a database with the demo: writers, their pieces, readers, and one writer who can sign in.

import { setPassword } from '../../operations/accounts/writers.ts';
import { importArchive } from '../../operations/archive/import.ts';
import type { Context } from '../../operations/operation.ts';
import { demoContent } from './content.ts';
import { seededReaders } from './views.ts';

export const WRITER = {
  slug: 'iris-calloway',
  email: 'iris-calloway@example.org',
  password: 'read on, reader',
};

export async function seed(context: Context): Promise<void> {
  const now = context.now();
  const { lines, published } = await demoContent(now);
  await importArchive(context, lines);
  await context.store.views.insertHours(seededReaders(published, now));
  await setPassword(context, WRITER.slug, WRITER.password);
}
