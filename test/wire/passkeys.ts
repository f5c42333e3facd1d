// A passkey made and used, with a device in software that answers what the service asks.

import { Authenticator } from '../support/desk/authenticator.ts';
import type { Recorder } from './recorder.ts';
import { BASE_URL } from './service.ts';
import { get, type Step, submit } from './steps.ts';

const TICKET = {
  ticket: /"ticket":"([^"]+)"/,
  challenge: /"challenge":"([^"]+)"/,
};

const call = (as: string, path: string, json: object, more: Partial<Step> = {}): Step => ({
  as,
  path: `/desk/passkeys/${path}`,
  json,
  ...more,
});

export async function passkeys(recorder: Recorder): Promise<void> {
  const device = new Authenticator();
  const asked = () => ({
    challenge: recorder.captured.get('challenge') ?? '',
    hostName: 'localhost',
    origin: BASE_URL,
  });
  await recorder.run('passkeys', [
    get('/desk/account', { as: 'iris', silent: true }),
    call('iris', 'add/begin', {}, { capture: { ...TICKET, user: /"user":\{"id":"([^"]+)"/ } }),
    call('iris', 'add/finish', {}, { note: 'empty' }),
    call('iris', 'add/finish', { name: 'x', ticket: 'x', credential: {} }, { note: 'nonsense' }),
  ]);
  const made = {
    name: 'Key ring',
    ticket: '{ticket}',
    credential: device.register(asked(), recorder.captured.get('user') ?? ''),
  };
  recorder.capture('device', device.id);
  hide(recorder, made.credential.response);
  await recorder.run('passkeys', [
    call('iris', 'add/finish', made, { note: 'made' }),
    call('iris', 'add/finish', made, { note: 'again' }),
    get('/desk/account', { as: 'iris', note: 'with a passkey' }),
    get('/desk/sign-in', { as: 'keeper', silent: true }),
    call('keeper', 'sign-in/begin', {}, { capture: TICKET }),
    call('keeper', 'sign-in/finish', {}, { note: 'empty' }),
  ]);
  const used = { ticket: '{ticket}', credential: device.sign(asked()) };
  hide(recorder, used.credential.response);
  await recorder.run('passkeys', [
    call('keeper', 'sign-in/begin', {}, { headers: { host: '127.0.0.1' }, note: 'no name' }),
    call('keeper', 'sign-in/finish', used, { note: 'used' }),
    get('/desk', { as: 'keeper', silent: true }),
    get('/desk/account', { as: 'keeper' }),
    call('keeper', 'sign-in/finish', used, { note: 'again' }),
    get('/desk/account', {
      as: 'iris',
      silent: true,
      capture: { passkey: /passkeys\/remove".*?name="id" value="([^"]+)"/s },
    }),
    ...submit('iris', '/desk/passkeys/remove', { id: 'x' }, { note: 'nothing' }),
    get('/desk/account', { as: 'iris', silent: true }),
    { path: '/desk/passkeys/remove', as: 'iris', form: { id: '{passkey}' } },
    get('/desk/account', { as: 'iris', note: 'removed' }),
  ]);
}

/** Hides what the device sends, which always differs and is not an answer of the service. */
function hide(recorder: Recorder, response: { [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(response)) {
    if (typeof value === 'string') recorder.normaliser.name(value, name);
  }
}
