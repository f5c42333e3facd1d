// URLs in a piece become absolute wherever they occur; nothing else is changed.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author, piece } from '../support/archive/records.ts';
import { DATABASES_IN_FULL } from '../support/databases/databases.ts';
import { at } from '../support/json.ts';
import { isUri } from '../support/openapi/api-judge.ts';
import { read } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

const CASES: { name: string; body_md: string; holds: string[]; lacks: string[] }[] = [
  {
    name: 'a link from the root of the site',
    body_md: '[a](/author/ada)',
    holds: ['href="https://press.example/author/ada"'],
    lacks: ['href="/'],
  },
  {
    name: 'a image from the root of the site',
    body_md: '![a](/media/a.png)',
    holds: ['src="https://press.example/media/a.png"'],
    lacks: ['src="/'],
  },
  {
    name: 'a link beside the page',
    body_md: '[a](another-piece)',
    holds: ['href="https://press.example/author/ada/another-piece"'],
    lacks: ['href="another'],
  },
  {
    name: 'a link above the page',
    body_md: '[a](../bob)',
    holds: ['href="https://press.example/author/bob"'],
    lacks: ['href=".'],
  },
  {
    name: 'a link elsewhere stays as it is',
    body_md: '[a](https://other.example/a?b=c&d#e)',
    holds: ['href="https://other.example/a?b=c&amp;d#e"'],
    lacks: ['press.example'],
  },
  {
    name: 'prose that looks like a link stays as it is',
    body_md: 'Write <a href="/docs"> or src="/media/b.png" there.',
    holds: ['/docs', '/media/b.png'],
    lacks: ['press.example'],
  },
  {
    name: 'code that looks like a link stays as it is',
    body_md: '`<a href="/docs">`\n\n```html\n<img src="/media/b.png">\n```',
    holds: ['/docs', '/media/b.png'],
    lacks: ['press.example'],
  },
  {
    name: 'markup and script stay text',
    body_md: '<script>alert(1)</script> [a](javascript:alert(1)) ![b](data:text/html,b)',
    holds: ['&lt;script&gt;'],
    lacks: ['<script', 'href="javascript', 'src="data', 'onerror='],
  },
];

const IRIS = ['https://exämple.example/größe', 'https://elsewhere.example/"quoted"'];

for (const kind of DATABASES_IN_FULL) {
  describe(`the addresses in a piece, on ${kind}`, async () => {
    const service = await startService(kind);
    await service.add(author('ada'), author('bob'));
    for (const { name, body_md, holds, lacks } of CASES) {
      test(name, async () => {
        const record = piece('ada', { body_md });
        await service.add(record);
        const body = await read(service, `/api/public/pieces/${record.id}`);
        const html = String(at(body, 'piece', 'content_html'));
        for (const words of holds) assert.ok(html.includes(words), `no ${words} in ${html}`);
        for (const words of lacks) assert.ok(!html.includes(words), `${words} in ${html}`);
      });
    }

    for (const external_url of IRIS) {
      test(`${external_url} is refused, or given out as a URI`, async () => {
        const record = piece('ada', { external_url });
        const taken = await service.add(record).then(
          () => true,
          () => false,
        );
        if (!taken) return;
        const answer = await service.app.inject(`/api/public/pieces/${record.id}`);
        const given = String(at(JSON.parse(answer.body), 'piece', 'external_url'));
        assert.ok(isUri(given), given);
      });
    }
  });
}
