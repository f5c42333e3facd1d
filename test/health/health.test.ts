// The operator's addresses: the process lives, its database answers, and what it counts if asked to.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author } from '../support/archive/records.ts';
import { DATABASES } from '../support/databases/databases.ts';
import { startService } from '../support/service.ts';

for (const kind of DATABASES) {
  describe(`health, on ${kind}`, async () => {
    const { app, add } = await startService(kind);
    const counted = await startService(kind, { METRICS: 'on' });
    await add(author('ada'));

    for (const url of ['/healthz', '/readyz']) {
      test(`${url} is well, and never kept`, async () => {
        const answer = await app.inject(url);
        assert.equal(answer.statusCode, 200);
        assert.deepEqual(answer.json(), { ok: true });
        assert.equal(answer.headers['cache-control'], 'no-store');
      });
    }

    test('/metrics is not there unless asked for', async () => {
      const answer = await app.inject('/metrics');
      assert.equal(answer.statusCode, 404);
      assert.doesNotMatch(answer.body, /process_|nodejs_|http_request/);
    });

    test('METRICS=off switches them off', async () => {
      const off = await startService(kind, { METRICS: 'off' });
      assert.equal((await off.app.inject('/metrics')).statusCode, 404);
    });

    test('/metrics counts requests by route, method and status, never by who was read', async () => {
      await counted.add(author('ada'));
      await counted.app.inject('/api/public/authors/ada');
      await counted.app.inject('/api/public/authors/nobody-in-particular');
      await counted.app.inject({ method: 'POST', url: '/api/public/pieces/recent' });
      await counted.app.inject({ method: 'PUT', url: '/api/public/pieces/recent' });
      await counted.app.inject('/an-address-that-nothing-is-at');
      const answer = await counted.app.inject('/metrics');
      assert.equal(answer.statusCode, 200);
      assert.match(String(answer.headers['content-type']), /^text\/plain; version=/);
      const count = (labels: string) => {
        const line = `http_request_duration_seconds_count{${labels}} `;
        return answer.body
          .split('\n')
          .find((each) => each.startsWith(line))
          ?.slice(line.length);
      };
      const author_route = 'method="GET",route="/api/public/authors/:slug"';
      assert.equal(count(`${author_route},status="200"`), '1');
      assert.equal(count(`${author_route},status="404"`), '1');
      assert.equal(count('method="POST",route="/api/public/pieces/recent",status="405"'), '1');
      assert.equal(count('method="PUT",route="/api/public/pieces/recent",status="405"'), '1');
      assert.match(answer.body, /^process_cpu_seconds_total \d/m);
      assert.doesNotMatch(answer.body, /nobody-in-particular|an-address-that-nothing|ada/);
    });
  });
}
