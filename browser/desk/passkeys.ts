// Passkeys at the desk: shows their forms, and connects the service with the browser's authenticator.

import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

interface Begun<Options> {
  options: Options;
  ticket: string;
}

/** An error whose message is the service's reason for the refusal. */
class Refusal extends Error {}

if (browserSupportsWebAuthn()) {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) offer(form);
}

function offer(form: HTMLFormElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(form);
  });
  form.hidden = false;
  form.closest<HTMLElement>('[data-passkeys]')?.removeAttribute('hidden');
}

async function run(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  say(form, '');
  if (button) button.disabled = true;
  try {
    if (form.dataset['passkey'] === 'confirm') return await confirm(form);
    await (form.dataset['passkey'] === 'add' ? add(form) : signIn(form));
    location.assign(form.dataset['next'] ?? '/desk');
  } catch (error) {
    say(form, wordsFor(error));
    if (button) button.disabled = false;
  }
}

const signIn = (form: HTMLFormElement) => use(form, 'sign-in');

/** Sends the page's form with a proof in place of the password. */
async function confirm(form: HTMLFormElement): Promise<void> {
  const confirmed = document.getElementById(form.dataset['next'] ?? '');
  if (!(confirmed instanceof HTMLFormElement)) return;
  const password = confirmed.querySelector<HTMLInputElement>('input[name="current"]');
  if (password) password.required = false;
  if (!confirmed.reportValidity()) throw new Refusal('Fill in the form first.');
  const { proof } = await use<{ proof: string }>(form, 'confirm');
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'proof', value: proof });
  confirmed.append(field);
  confirmed.requestSubmit();
}

async function use<Answer>(form: HTMLFormElement, deed: 'sign-in' | 'confirm'): Promise<Answer> {
  const { options, ticket } = await call<Begun<PublicKeyCredentialRequestOptionsJSON>>(
    form,
    `${deed}/begin`,
  );
  const credential = await startAuthentication({ optionsJSON: options });
  return call<Answer>(form, `${deed}/finish`, { ticket, credential });
}

async function add(form: HTMLFormElement): Promise<void> {
  const { options, ticket } = await call<Begun<PublicKeyCredentialCreationOptionsJSON>>(
    form,
    'add/begin',
  );
  const credential = await startRegistration({ optionsJSON: options });
  await call(form, 'add/finish', { ticket, credential });
}

/** Sends the form's fields too: the CSRF token and the name. */
async function call<Answer>(form: HTMLFormElement, path: string, extra = {}): Promise<Answer> {
  const response = await fetch(`/desk/passkeys/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(new FormData(form)), ...extra }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refusal(answer.reason);
  return answer;
}

function say(form: HTMLFormElement, words: string): void {
  const notice = form.querySelector<HTMLElement>('[role="alert"]');
  if (!notice) return;
  notice.textContent = words;
  notice.hidden = words === '';
}

function wordsFor(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const name = error instanceof Error ? error.name : '';
  // Browsers don't say whether the user cancelled or the device has no passkey.
  if (name === 'NotAllowedError') return 'No passkey was used. You can still use your password.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return 'Something went wrong. Try again, or use your password.';
}
