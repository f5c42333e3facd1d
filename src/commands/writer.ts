// writer …: writers' accounts.

import {
  createWriter,
  reinstateWriter,
  setPassword,
  suspendWriter,
  verifyWriter,
} from '../operations/accounts/writers.ts';
import { type Command, withStore } from './command.ts';
import { readSecret } from './read-secret.ts';

const writerCreate: Command = {
  name: 'writer create',
  summary: 'Create a writer who can sign in.',
  usage:
    '--slug SLUG --name NAME --email EMAIL --password PASSWORD [--admin] [--identity-verified]',
  options: {
    slug: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    admin: { type: 'boolean' },
    'identity-verified': { type: 'boolean' },
  },
  run: (given) =>
    withStore(async (context) => {
      const { slug } = await createWriter(context, {
        slug: given.required('slug'),
        name: given.required('name'),
        email: given.required('email'),
        password: given.required('password'),
        admin: given.has('admin'),
        identityVerified: given.has('identity-verified'),
      });
      console.log(`Created ${slug}.`);
    }),
};

const writerVerify: Command = {
  name: 'writer verify',
  summary: "Confirm a writer's identity.",
  usage: 'SLUG',
  operands: 1,
  run: (given) =>
    withStore(async (context) => {
      await verifyWriter(context, given.operand(0));
      console.log(`${given.operand(0)} is verified.`);
    }),
};

const writerPassword: Command = {
  name: 'writer password',
  summary: 'Set a new password, read from --password or from standard input.',
  usage: 'SLUG [--password PASSWORD]',
  operands: 1,
  options: { password: { type: 'string' } },
  async run(given) {
    const password = given.text('password') ?? (await readSecret('New password: '));
    await withStore((context) => setPassword(context, given.operand(0), password));
    console.log(`${given.operand(0)} has a new password.`);
  },
};

const writerSuspend: Command = {
  name: 'writer suspend',
  summary: 'Hide a writer and everything they wrote from the public, without deleting it.',
  usage: 'SLUG',
  operands: 1,
  run: (given) =>
    withStore(async (context) => {
      await suspendWriter(context, given.operand(0));
      console.log(`${given.operand(0)} is suspended.`);
    }),
};

const writerReinstate: Command = {
  name: 'writer reinstate',
  summary: 'End a suspension: what was public is public again.',
  usage: 'SLUG',
  operands: 1,
  run: (given) =>
    withStore(async (context) => {
      await reinstateWriter(context, given.operand(0));
      console.log(`${given.operand(0)} is reinstated.`);
    }),
};

export const writerCommands = [
  writerCreate,
  writerVerify,
  writerPassword,
  writerSuspend,
  writerReinstate,
];
