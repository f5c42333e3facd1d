import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES } from '../support/databases.ts';
import { author, piece } from '../support/records.ts';
import { startService } from '../support/service.ts';

for (const kind of DATABASES) {
  describe(`smoke on ${kind}`, () => {
    test('a published piece is in the newest', async () => {
      const { app, add } = await startService(kind);
      await add(author('ada'), piece('ada', { headline: 'Bridges' }));
      const answer = await app.inject('/api/public/pieces/recent');
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.json().items[0].title, 'Bridges');
      const found = await app.inject('/api/public/pieces/search?q=bri');
      assert.equal(found.json().results[0].match_site, 'headline');
      const found2 = await app.inject('/api/public/pieces/search?q=body');
      assert.equal(found2.json().results[0].snippet, 'A body.');
    });
  });
}
