// A piece that is dated in the future: no response says that it was changed later than now.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { NOW, startService } from '../support/service.ts';

for (const kind of DATABASES_IN_FULL) {
  test(`times of change are never ahead of the clock, on ${kind}`, async () => {
    let at = NOW;
    const { app, add } = await startService(kind, {}, () => at);
    const snow = piece('ada', { slug: 'snow', published_at: NOW.toISOString() });
    await add(author('ada'), snow);
    // The piece is in the future for a clock that was set back.
    at = new Date(NOW.getTime() - 60 * 60 * 1000);
    const paths = [
      ...['/feed.xml', '/feed.json', '/author/ada/feed.xml', '/author/ada/snow'],
      ...['/author/ada/snow.md', `/api/public/pieces/${snow.id}`],
    ];
    for (const path of paths) {
      const { statusCode, headers } = await app.inject(path);
      assert.equal(statusCode, 200, path);
      assert.equal(headers['last-modified'], at.toUTCString(), path);
    }
    const { body } = await app.inject('/feed.xml');
    assert.match(body, new RegExp(`<lastBuildDate>${at.toUTCString()}</lastBuildDate>`));
  });
}
