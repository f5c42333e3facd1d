// The commands key …: manage API keys, with which programs create drafts.

import { OperatorError } from '../errors.ts';
import { createKey, revokeKey } from '../operations/api-keys/api-keys.ts';
import { KEY_SCOPES } from '../schemas/vocabulary.ts';
import { type Command, withData } from './command.ts';

const UNITS: { [unit: string]: number } = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const keyCreate: Command = {
  name: 'key create',
  summary: 'Create a key and print it; it is not shown again.',
  usage: `--writer SLUG --name NAME [--scope ${KEY_SCOPES.join('|')}] [--expires 90d]`,
  options: {
    writer: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string' },
    expires: { type: 'string' },
  },
  async run(given) {
    const options = {
      writer: given.required('writer'),
      name: given.required('name'),
      scope: scopeFrom(given.text('scope')),
      expiresAt: expiryFrom(given.text('expires'), new Date()),
    };
    const { id, key } = await withData((context) => createKey(context, options));
    console.log(key);
    console.error(`Created key ${id}. It is not shown again.`);
  },
};

function scopeFrom(value = 'pieces:write') {
  const scope = KEY_SCOPES.find((each) => each === value);
  if (scope) return scope;
  throw new OperatorError(`--scope: expected one of ${KEY_SCOPES.join(', ')}, got ${value}.`);
}

function expiryFrom(value: string | undefined, now: Date): Date | null {
  if (value === undefined) return null;
  const [, count = '', unit = ''] = /^(\d{1,5})([hdw])$/.exec(value) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (ms > 0) return new Date(now.getTime() + ms);
  throw new OperatorError(`--expires: expected hours, days or weeks such as 90d, got ${value}.`);
}

const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'Revoke a key, which stops working immediately.',
  usage: 'ID',
  operands: 1,
  run: (given) =>
    withData(async (context) => {
      await revokeKey(context, given.operand(0));
      console.log(`Key ${given.operand(0)} is revoked.`);
    }),
};

export const keyCommands = [keyCreate, keyRevoke];
