// Internal addresses are never connected to, however they are written: listeners see no connection.

import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { describe, test } from 'node:test';
import type { Outcome } from '../../src/outbound/outcomes.ts';
import { answering, get, type Listener, listenAt, rules } from './listeners.ts';
import {
  ALLOW_THIS_MACHINE,
  ELSEWHERE,
  INSIDE_ANSWERS,
  oddAddresses,
  THIS_MACHINE,
} from './spellings.ts';

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n';

describe('a listener at every address of the machine', async () => {
  const listener = await listenAt({}, answering(NO_CONTENT));
  const { port } = listener;

  for (const scheme of ['http', 'https']) {
    for (const host of [...THIS_MACHINE, ...ELSEWHERE]) {
      test(`sees nothing of ${scheme}://${host}`, async () => {
        await assertUnseen(listener, `${scheme}://${host}:${port}/`);
      });
    }
  }

  for (const [address, code] of oddAddresses(port)) {
    test(`sees nothing of ${JSON.stringify(address)}`, () => assertUnseen(listener, address, code));
  }

  for (const answers of INSIDE_ANSWERS) {
    test(`sees nothing of a name at ${JSON.stringify(answers)}`, async () => {
      const resolve = async () => answers;
      const outcome = await unseen(listener, () =>
        get(`http://inside.test:${port}/`, rules(), resolve),
      );
      assertRefused(outcome, 'special_address');
    });
  }

  for (const name of ['localhost', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ']) {
    test(`sees nothing of ${name} as the system finds it`, async () => {
      await assertUnseen(listener, `http://${name}:${port}/`);
    });
  }

  test('sees nothing of http from a public service, whatever is allowed', async () => {
    const given = rules(ALLOW_THIS_MACHINE, 'https://press.example');
    const outcome = await unseen(listener, () => get(`http://127.0.0.1:${port}/`, given));
    assertRefused(outcome, 'not_https');
  });

  // So that the tests above show something: these are spellings under which it can be reached.
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const hasIpv6 = own.some(({ family }) => family === 'IPv6');
  for (const host of THIS_MACHINE) {
    const skip = host.startsWith('[') && !hasIpv6;
    test(`is reached as ${host} when that is allowed`, { skip }, async () => {
      const earlier = listener.count();
      const given = rules(ALLOW_THIS_MACHINE);
      const outcome = await get(`http://${host}:${port}/`, given);
      assert.equal(outcome.kind, 'answered', JSON.stringify(outcome));
      assert.equal(listener.count(), earlier + 1);
    });
  }

  for (const { address } of own.filter(isInside)) {
    test(`sees nothing of the machine's own ${address}`, async () => {
      const host = address.includes(':') ? `[${address}]` : address;
      await assertUnseen(listener, `http://${host}:${port}/`);
    });
  }
});

describe('a name with an address outside and one inside', async () => {
  const OUTSIDE = '127.0.0.2';
  const INSIDE = '127.0.0.1';
  const inside = await listenAt({ host: INSIDE }, answering(NO_CONTENT));
  const { port } = inside;
  const away = `HTTP/1.1 302 Found\r\nLocation: http://${INSIDE}:${port}/\r\n\r\n`;
  const outside = await listenAt({ host: OUTSIDE, port }, answering(away));

  /** Requests a name that resolves to these answers in turn, and asserts that no internal listener is reached. */
  const ask = async (answers: string[][], allow = OUTSIDE) => {
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    const earlier = outside.count();
    const outcome = await unseen(inside, () =>
      get(`http://name.test:${port}/`, rules(allow), resolve),
    );
    return { outcome, asked, cameOutside: outside.count() - earlier };
  };

  test('that changes after it was judged is reached where it was judged', async () => {
    const { outcome, asked, cameOutside } = await ask([[OUTSIDE], [INSIDE], [INSIDE]]);
    assert.equal(outcome.kind, 'answered');
    assert.equal(asked, 1, 'a second answer is never asked for');
    assert.equal(cameOutside, 1);
  });

  test('that was inside at first is refused, whatever it would be next', async () => {
    const { outcome, asked, cameOutside } = await ask([[INSIDE], [OUTSIDE]]);
    assertRefused(outcome, 'special_address');
    assert.equal(asked, 1);
    assert.equal(cameOutside, 0);
  });

  for (const answers of [
    [INSIDE, OUTSIDE],
    [OUTSIDE, INSIDE],
    ['::1', INSIDE, OUTSIDE, '::ffff:127.0.0.1'],
  ]) {
    test(`is reached outside alone: ${answers.join(', ')}`, async () => {
      const { outcome, cameOutside } = await ask([answers]);
      assert.equal(outcome.kind, 'answered');
      assert.equal(cameOutside, 1);
    });
  }

  test('is not tried inside when nobody answers outside', async () => {
    const { outcome } = await ask([['127.0.0.3', INSIDE]], '127.0.0.3');
    assert.equal(outcome.kind, 'failed');
  });

  test('does not lead inside by a redirect', async () => {
    const given = rules(`${OUTSIDE}, ${INSIDE}`);
    const outcome = await unseen(inside, () => get(`http://${OUTSIDE}:${port}/`, given));
    assert.partialDeepStrictEqual(outcome, { kind: 'answered', status: 302 });
  });
});

async function assertUnseen(listener: Listener, address: string, code = 'special_address') {
  assertRefused(await unseen(listener, () => get(address)), code);
}

function assertRefused(outcome: Outcome, code: string): void {
  assert.partialDeepStrictEqual(outcome, { kind: 'refused', code });
}

/** Runs an act and asserts that the listener got no connection meanwhile. */
async function unseen(listener: Listener, act: () => Promise<Outcome>): Promise<Outcome> {
  const earlier = listener.count();
  const outcome = await act();
  // Connections are taken in turn: when this one was answered, all before it have been counted.
  await get(`http://127.0.0.1:${listener.port}/`, rules('127.0.0.1'));
  assert.equal(listener.count(), earlier + 1, 'somebody else connected');
  return outcome;
}

/** Whether a machine's own address is of a kind that the tests may expect to be refused. */
function isInside({ address, internal }: { address: string; internal: boolean }): boolean {
  return (
    internal || /^(?:10\.|192\.168\.|192\.0\.2\.|172\.(?:1[6-9]|2\d|3[01])\.|f[de])/.test(address)
  );
}
