// Makes every call in calls.json, and writes down what the model would see of each.

import { readFile, writeFile } from 'node:fs/promises';

export interface Call {
  name: string;
  given: { [name: string]: unknown };
}

export const url = String(process.argv[2]);

/** The model sees a client's error as its message. */
const thrown = (error: unknown) => (error instanceof Error ? error.message : String(error));

export async function report(seenBy: (call: Call) => Promise<unknown>): Promise<never> {
  const calls: Call[] = JSON.parse(await readFile('calls.json', 'utf8'));
  const seen: string[] = [];
  for (const call of calls) {
    const result = await seenBy(call).catch(thrown);
    seen.push(typeof result === 'string' ? result : JSON.stringify(result));
  }
  await writeFile('seen.json', JSON.stringify(seen));
  // Clients that wait for a stream would keep the process alive.
  process.exit(0);
}
