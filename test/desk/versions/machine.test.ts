// A machine's draft: what is still the machine's, what the writer changed, and how much was kept.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DATABASES_IN_FULL } from '../../support/databases/databases.ts';
import { startEditing } from '../../support/desk/editing.ts';

const DRAFT = {
  headline: 'A red hat',
  sub: 'On hats.',
  body_md: 'The old hat was red.\n\nIt was lost in June.\n\nNobody saw it again that year.',
};

const KEPT: { name: string; fields: { [name: string]: string }; says: string }[] = [
  { name: 'nothing was changed', fields: {}, says: 'You kept all of the machine’s words.' },
  {
    name: 'something was added',
    fields: { body_md: `${DRAFT.body_md}\n\nUntil I found it.` },
    says: 'You kept all of the machine’s words.',
  },
  {
    name: 'one of twenty words was changed',
    fields: { body_md: DRAFT.body_md.replace('red', 'blue') },
    says: 'You kept 95% of the machine’s words.',
  },
  {
    name: 'everything was written again',
    fields: { headline: 'Shoes', sub: '', body_md: 'Other things entirely.' },
    says: 'You kept none of the machine’s words.',
  },
];

for (const kind of DATABASES_IN_FULL) {
  describe(`a machine’s draft on ${kind}`, async () => {
    const { writer, drafted, piece, save } = await startEditing(kind);
    const opened = async (url: string) => {
      const { statusCode, body } = await writer.open(url);
      assert.equal(statusCode, 200, body);
      return body;
    };

    for (const { name, fields, says } of KEPT) {
      test(`${name}: ${says}`, async () => {
        const page = await drafted(DRAFT);
        await save(page, 1, { ...DRAFT, ...fields });
        const body = await opened(`${page}/machine`);
        assert.ok(body.includes(says), body);
      });
    }

    test('marks both hands in the text as it is', async () => {
      const page = await drafted(DRAFT);
      assert.match(await opened(page), new RegExp(`href="${page}/machine"`));
      await save(page, 1, { ...DRAFT, headline: 'A blue hat' });
      await save(page, 2, {
        ...{ ...DRAFT, headline: 'A blue hat' },
        body_md: 'The old hat was blue.\n\nMine alone.\n\nNobody saw it again that year.',
      });
      const body = await opened(`${page}/machine`);
      assert.match(
        body,
        /class="headline machine-words mixed">A <del>red<\/del><ins>blue<\/ins> hat</,
      );
      assert.match(
        body,
        /class="diff-text machine-words mixed">The old hat was <del>red<\/del><ins>blue/,
      );
      assert.match(
        body,
        /class="diff-text machine-words mixed"><del>It was lost in June\.<\/del></,
      );
      assert.match(body, /class="diff-text writer-words mixed"><ins>Mine alone\.<\/ins></);
      assert.match(body, /class="diff-text machine-words">Nobody saw it again that year\.</);
      assert.match(body, /class="machine">key “research-agent”/);
    });

    test('is not there for what a writer began', async () => {
      const page = await piece();
      assert.equal((await writer.open(`${page}/machine`)).statusCode, 404);
      assert.ok(!(await opened(page)).includes('/machine'));
    });
  });
}
