// The commands oauth …: manage the keys of the OAuth server, with which apps connect.

import { rotateSigningKeys } from '../operations/oauth/signing-keys.ts';
import { type Command, withData } from './command.ts';

const rotateKeys: Command = {
  name: 'oauth rotate-keys',
  summary: 'Create new keys for the authorization server; connected apps stay connected.',
  usage: '',
  run: () =>
    withData(async ({ store }) => {
      await rotateSigningKeys(store);
      console.log('Rotated the keys. The previous keys stay valid until the next rotation.');
    }),
};

export const oauthCommands = [rotateKeys];
