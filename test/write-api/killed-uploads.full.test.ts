// The service killed while programs upload images: what was acknowledged is there, and nothing is public.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isImageName } from '../../src/media/choose-storage.ts';
import { painting } from '../media/image-world.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { sqlAt } from '../support/databases/sql.ts';
import { addKey, addWriter, startGate } from '../support/gate.ts';
import { at } from '../support/json.ts';
import { serve } from '../support/processes/served.ts';

const CLIENTS = 6;

for (const kind of DATABASES) {
  test(`uploads of a service that is killed are whole or unseen, on ${kind}`, async () => {
    const gate = await startGate(kind);
    await addWriter(gate, 'ada');
    const { key } = await addKey(gate, 'ada');
    const { place } = gate;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png' };
    const server = await serve(place, { RATE_LIMITS: 'off' });
    const stored: string[] = [];
    const client = async (_: unknown, number: number) => {
      for (let sent = 0; ; sent += 1) {
        const body = await painting(60, 40, number * 1000 + sent + 1)
          .png()
          .toBuffer();
        const answer = await fetch(`${server.origin}/api/v1/images`, {
          ...{ method: 'POST', headers, body: new Uint8Array(body) },
        }).catch(() => null);
        const text = await answer?.text().catch(() => null);
        if (!answer || typeof text !== 'string') return;
        assert.equal(answer.status, 201, text);
        stored.push(new URL(String(at(JSON.parse(text), 'url'))).pathname);
        if (stored.length === 8) void server.end('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await server.ended;
    assert.ok(stored.length >= 8);
    const again = await serve(place);
    for (const path of stored) {
      const [mine, others] = [
        await fetch(again.origin + path, { headers }),
        await fetch(again.origin + path),
      ];
      assert.deepEqual([mine.status, others.status], [200, 404], path);
    }
    await again.end('SIGTERM');
    // All other images on the disk are known to be private.
    const known = new Set(
      (await sqlAt(place, 'SELECT hash FROM key_images')).map(({ hash }) => String(hash)),
    );
    const files = (await readdir(join(place.dataDir, 'media'))).filter(isImageName);
    assert.ok(files.length >= 3 * 8);
    for (const name of files) assert.ok(known.has(name.slice(0, 64)), name);
  });
}
