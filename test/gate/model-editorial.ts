// The steps of a random walk that are a conversation: a key revises and replies, its writer takes, notes and asks.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Piece, Slug, Taking, Text } from './model.ts';
import type { Walk } from './model-steps.ts';

type Who = 'owner' | 'stranger' | 'admin';

export type EditorialStep =
  | { do: 'revise'; piece: number; who: Who; off: number }
  | { do: 'take'; piece: number; who: Who; off: number; taking: Taking; which: number }
  | { do: 'note' | 'reply' | 'ask'; piece: number; who: Who };

interface Chances {
  piece: fc.Arbitrary<number>;
  who: fc.Arbitrary<Who>;
  off: fc.Arbitrary<number>;
}

export const editorialSteps = ({ piece, who, off }: Chances): fc.Arbitrary<EditorialStep> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('revise'), piece, who, off }) },
    {
      weight: 3,
      arbitrary: fc.record({
        ...{ do: fc.constant('take'), piece, who, off },
        taking: fc.constantFrom<Taking>('all', 'all', 'none'),
        // Mostly the newest.
        which: fc.constantFrom(0, 0, 0, 1),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('note', 'reply', 'ask'), piece, who }),
    },
  );

const EDITORIAL = ['revise', 'take', 'note', 'reply', 'ask'];

export const isEditorial = (step: { do: string }): step is EditorialStep =>
  EDITORIAL.includes(step.do);

/** How a step reaches the service, and what it writes. */
interface Ways {
  byKey(
    method: 'GET' | 'PUT' | 'PATCH' | 'POST',
    rest: string,
    payload?: object,
    headers?: object,
  ): Answer;
  atDesk(path: string, fields: object): Answer;
  newText(): Text;
}

type Answer = Promise<{ statusCode: number; body: string }>;

export async function converse(
  { model }: Walk,
  step: EditorialStep,
  found: Piece,
  slug: Slug,
  { byKey, atDesk, newText }: Ways,
): Promise<void> {
  const page = `/desk/edit/pieces/${found.id}`;
  const told = (expected: number, { statusCode, body }: Awaited<Answer>) =>
    assert.equal(statusCode, expected, `${step.do} by ${slug}: ${body}`);
  const shown = found.texts.length + ('off' in step ? step.off : 0);
  switch (step.do) {
    case 'revise': {
      const text = newText();
      const expected = model.revise(found, slug, shown, text);
      const { headline, body } = text;
      const payload = { headline, body_md: body, status: 'approved' };
      const method = shown % 2 === 0 ? 'PATCH' : 'PUT';
      const answer = await byKey(method, '', payload, { 'if-match': `"v${shown}"` });
      told(expected, answer);
      const made = found.proposals.at(-1);
      if (expected === 202 && made) made.id = JSON.parse(answer.body).proposal.id;
      return;
    }
    case 'take': {
      const proposal = found.proposals.at(-1 - step.which);
      if (!proposal) return;
      const fields = { take: step.taking, version: String(shown) };
      const expected = model.decideOn(found, proposal, slug, step.taking, shown);
      return told(expected, await atDesk(`${page}/proposals/${proposal.id}`, fields));
    }
    case 'note':
      return told(
        model.note(found, slug),
        await atDesk(`${page}/conversation`, { body: 'Secretly said.', exact: '' }),
      );
    case 'reply': {
      const listed = await byKey('GET', '/notes');
      const id = listed.statusCode === 200 ? JSON.parse(listed.body).notes[0]?.id : undefined;
      const path = `/notes/${id ?? found.id}/replies`;
      return told(
        model.reply(found, slug),
        await byKey('POST', path, { body: 'Secretly answered.' }),
      );
    }
    case 'ask':
      return told(model.ask(found, slug), await atDesk(`${page}/revision`, {}));
  }
}
