// Writes responses to the file that it is told, until it is killed; says so once the first can be read.

import { setImmediate } from 'node:timers/promises';
import { responseOf, responsesAt } from './stored.ts';

const [path = ''] = process.argv.slice(2);
const responses = responsesAt(path);
await responses.look();
let isTold = false;
for (let nth = 0; ; nth += 1) {
  const key = `key ${nth % 2_000}`;
  responses.put(key, responseOf(key));
  if (!isTold && responses.get('key 0')) {
    isTold = true;
    process.stdout.write('writing\n');
  }
  await setImmediate();
}
