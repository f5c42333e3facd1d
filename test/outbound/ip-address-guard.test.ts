// Which addresses are public: the edges of every special network, and what an operator allows.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mayReach, Networks } from '../../src/outbound/ip-address-guard.ts';

const NOTHING = new Networks([]);

/** First and last address of each special network; what is right outside is public. */
const EDGES = [
  { first: '0.0.0.0', last: '0.255.255.255', after: '1.0.0.0' },
  { before: '9.255.255.255', first: '10.0.0.0', last: '10.255.255.255', after: '11.0.0.0' },
  { before: '100.63.255.255', first: '100.64.0.0', last: '100.127.255.255', after: '100.128.0.0' },
  { before: '126.255.255.255', first: '127.0.0.0', last: '127.255.255.255', after: '128.0.0.0' },
  {
    before: '168.63.129.15',
    first: '168.63.129.16',
    last: '168.63.129.16',
    after: '168.63.129.17',
  },
  {
    before: '169.253.255.255',
    first: '169.254.0.0',
    last: '169.254.255.255',
    after: '169.255.0.0',
  },
  { before: '172.15.255.255', first: '172.16.0.0', last: '172.31.255.255', after: '172.32.0.0' },
  { before: '191.255.255.255', first: '192.0.0.0', last: '192.0.0.255', after: '192.0.1.0' },
  { before: '192.0.1.255', first: '192.0.2.0', last: '192.0.2.255', after: '192.0.3.0' },
  { before: '192.88.98.255', first: '192.88.99.0', last: '192.88.99.255', after: '192.88.100.0' },
  {
    before: '192.167.255.255',
    first: '192.168.0.0',
    last: '192.168.255.255',
    after: '192.169.0.0',
  },
  { before: '198.17.255.255', first: '198.18.0.0', last: '198.19.255.255', after: '198.20.0.0' },
  { before: '198.51.99.255', first: '198.51.100.0', last: '198.51.100.255', after: '198.51.101.0' },
  { before: '203.0.112.255', first: '203.0.113.0', last: '203.0.113.255', after: '203.0.114.0' },
  { before: '223.255.255.255', first: '224.0.0.0', last: '255.255.255.255' },
  { first: '::', last: '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', after: '2000::' },
  {
    before: '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    first: '2001::',
    last: '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    after: '2001:200::',
  },
  {
    before: '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    first: '2001:db8::',
    last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    after: '2001:db9::',
  },
  {
    before: '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    first: '2002::',
    last: '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    after: '2003::',
  },
  {
    before: '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    first: '3fff::',
    last: '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    after: '3fff:1000::',
  },
  {
    before: '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    first: '4000::',
    last: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  },
];

describe('special networks', () => {
  for (const { before, first, last, after } of EDGES) {
    test(`${first} to ${last} may not be reached, its neighbours may`, () => {
      assert.equal(mayReach(first, NOTHING), false, first);
      assert.equal(mayReach(last, NOTHING), false, last);
      if (before) assert.equal(mayReach(before, NOTHING), true, before);
      if (after) assert.equal(mayReach(after, NOTHING), true, after);
    });
  }

  for (const address of [
    '8.8.8.8',
    '93.184.215.14',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
  ]) {
    test(`${address} may be reached`, () => assert.equal(mayReach(address, NOTHING), true));
  }

  for (const address of ['', 'localhost', '127.1', '0x7f000001', '[::1]', '8.8.8.8/32', '1.2.3']) {
    test(`${JSON.stringify(address)} isn’t an IP address and may not be reached, even if it is listed`, () => {
      assert.equal(mayReach(address, new Networks(['0.0.0.0/0', '::/0'])), false);
    });
  }
});

const ALLOWED = [
  { allow: ['127.0.0.1'], reach: ['127.0.0.1'], not: ['127.0.0.2', '::1', '::ffff:127.0.0.1'] },
  { allow: ['127.0.0.0/8'], reach: ['127.0.0.1', '127.9.9.9'], not: ['10.0.0.1', '::1'] },
  { allow: ['::1'], reach: ['::1', '0:0:0:0:0:0:0:1'], not: ['::2', '127.0.0.1', '0.0.0.1'] },
  { allow: ['fd00::/8'], reach: ['fd12::1'], not: ['fc00::1', 'fe80::1'] },
  { allow: ['10.1.0.0/16', '::1'], reach: ['10.1.255.255', '::1'], not: ['10.2.0.0'] },
  { allow: ['::/0'], reach: ['::1', '::ffff:127.0.0.1'], not: ['127.0.0.1', 'fe80::1%eth0'] },
  { allow: ['0.0.0.0/0'], reach: ['127.0.0.1', '10.0.0.1'], not: ['::1', '::ffff:127.0.0.1'] },
];

describe('networks that are listed', () => {
  for (const { allow, reach, not } of ALLOWED) {
    test(`${allow.join(', ')} lets through what is in it and no more`, () => {
      const allowed = new Networks(allow);
      for (const address of reach) assert.equal(mayReach(address, allowed), true, address);
      for (const address of not) assert.equal(mayReach(address, allowed), false, address);
    });
  }
});
