// The commands writer …: manage writers' accounts.

import { readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import {
  createWriter,
  reinstateWriter,
  setPassword,
  suspendWriter,
  verifyWriter,
} from '../operations/accounts/writers.ts';
import { cancelErasure, eraseWriter } from '../operations/erasure/operator-erasure.ts';
import type { Context } from '../operations/operation.ts';
import { type Command, withData, withStore } from './command.ts';
import { requireData } from './no-database.ts';
import { PASSWORD_OPTIONS, PASSWORD_USAGE, readPassword } from './read-secret.ts';

const writerCreate: Command = {
  name: 'writer create',
  summary: 'Create a writer who can sign in, with a password from standard input or a file.',
  usage: `--slug SLUG --name NAME --email EMAIL ${PASSWORD_USAGE} [--admin] [--identity-verified]`,
  options: {
    slug: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    ...PASSWORD_OPTIONS,
    admin: { type: 'boolean' },
    'identity-verified': { type: 'boolean' },
  },
  async run(given) {
    const writer = {
      slug: given.required('slug'),
      name: given.required('name'),
      email: given.required('email'),
      admin: given.has('admin'),
      identityVerified: given.has('identity-verified'),
    };
    const password = await readPassword(given, 'Password: ');
    await withStore((context) => createWriter(context, { ...writer, password }));
    console.log(`Created ${writer.slug}.`);
  },
};

const writerAct = (
  act: 'verify' | 'suspend' | 'reinstate',
  summary: string,
  run: (context: Context, slug: string) => Promise<unknown>,
  done: string,
): Command => ({
  name: `writer ${act}`,
  summary,
  usage: 'SLUG',
  operands: 1,
  run: (given) =>
    withData(async (context) => {
      await run(context, given.operand(0));
      console.log(`${given.operand(0)} is ${done}.`);
    }),
});

const writerPassword: Command = {
  name: 'writer password',
  summary: 'Set a new password, read from standard input or a file.',
  usage: `SLUG ${PASSWORD_USAGE}`,
  operands: 1,
  options: PASSWORD_OPTIONS,
  async run(given) {
    const config = readConfig();
    // This check comes before the operator types a password.
    requireData(config);
    const password = await readPassword(given, 'New password: ');
    await withData((context) => setPassword(context, given.operand(0), password), config);
    console.log(`${given.operand(0)} has a new password.`);
  },
};

const writerErase: Command = {
  name: 'writer erase',
  summary: 'Erase an account in two weeks, or now; public pieces stay under another name, or go.',
  usage: 'SLUG (--keep-as NAME | --pieces erase) [--now] | SLUG --cancel',
  operands: 1,
  options: {
    'keep-as': { type: 'string' },
    pieces: { type: 'string' },
    now: { type: 'boolean' },
    cancel: { type: 'boolean' },
  },
  run: (given) =>
    withData(async (context) => {
      const slug = given.operand(0);
      if (given.has('cancel')) {
        await cancelErasure(context, slug);
        console.log(`${slug} stays.`);
        return;
      }
      const choice = choiceIn(given.text('keep-as'), given.text('pieces'));
      const row = await eraseWriter(context, slug, choice, given.has('now'));
      console.log(
        given.has('now')
          ? `${slug} is erased. See docs/operating.md for what is beyond this database.`
          : `${slug} will be erased at ${row.due_at}.`,
      );
    }),
};

function choiceIn(keepAs: string | undefined, pieces: string | undefined) {
  if (keepAs !== undefined && pieces === undefined) return { pieces: 'keep', keep_as: keepAs };
  if (keepAs === undefined && pieces === 'erase') return { pieces };
  throw new OperatorError('Say what becomes of public pieces: --keep-as NAME, or --pieces erase.');
}

export const writerCommands = [
  writerErase,
  writerCreate,
  writerAct('verify', "Confirm a writer's identity.", verifyWriter, 'verified'),
  writerPassword,
  writerAct(
    'suspend',
    'Hide a writer and everything they wrote from the public, without deleting it.',
    suspendWriter,
    'suspended',
  ),
  writerAct(
    'reinstate',
    'End a suspension: everything that was public is public again.',
    reinstateWriter,
    'reinstated',
  ),
];
