// The service in a separate process, as an operator runs it, and a browser that reaches it over HTTP.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after } from 'node:test';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import type { Place } from '../databases/databases.ts';
import { freePort } from '../databases/postgres-server.ts';
import { withDeclaration } from '../desk/declared.ts';
import { type Ended, type Environment, environmentOf, startCli } from './cli.ts';

export interface Served {
  /** The id of the serving process, or of the leader if there are workers. */
  pid: number;
  origin: string;
  /** Everything that the process has written so far. */
  output(): string;
  /** Waits until the process has written something that matches. */
  until(words: RegExp): Promise<void>;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<Ended>;
  /** Ends the process: SIGKILL immediately, SIGTERM gracefully. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Ended>;
}

const LISTENING = /listening at (http:\/\/[^"\s]+)/;

export async function serve(place: Place, settings: Environment = {}): Promise<Served> {
  const environment = { ...environmentOf(place), PORT: String(await freePort()), ...settings };
  const { process: child, ended } = startCli(environment, ['serve']);
  after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout?.on('data', (text) => {
    output += String(text);
  });
  const early = ended.then(({ stderr }) => Promise.reject(new Error(`It ended: ${stderr}`)));
  const until = async (words: RegExp) => {
    while (!words.test(output)) {
      if (child.stdout) await Promise.race([once(child.stdout, 'data'), early]);
    }
  };
  await until(LISTENING);
  // From now on, the process may end because a test asked for it.
  early.catch(() => {});
  return {
    pid: child.pid ?? 0,
    origin: String(LISTENING.exec(output)?.[1]),
    output: () => output,
    until,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

interface Fields {
  [name: string]: string;
}

interface Sent {
  method?: string;
  body?: URLSearchParams | FormData | string;
  type?: string;
}

export interface RemoteAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** A browser whose cookies work with every process on the same database. */
export class RemoteBrowser {
  readonly cookies = new Map<string, string>();
  readonly #headers: Fields;
  token = '';

  constructor(headers: Fields = {}) {
    this.#headers = headers;
  }

  async open(url: string): Promise<RemoteAnswer> {
    const answer = await this.#send(url);
    const token = new RegExp(`name="${CSRF_FIELD}" value="([^"]+)"`).exec(answer.body)?.[1];
    this.token = token ?? this.token;
    return answer;
  }

  /** Sends a form with the token of the page that was opened last. */
  post(url: string, given: Fields = {}) {
    const fields = withDeclaration(url, given);
    const body = new URLSearchParams({ ...fields, [CSRF_FIELD]: this.token });
    return this.#send(url, { method: 'POST', body });
  }

  /** Sends a form with a file in it, with the token of the page that was opened last. */
  upload(url: string, file: File, fields: { [name: string]: string } = {}) {
    const body = new FormData();
    body.set(CSRF_FIELD, this.token);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', file);
    return this.#send(url, { method: 'POST', body });
  }

  /** Sends JSON, as a page's script does. */
  call(url: string, fields: object) {
    const body = JSON.stringify({ ...fields, [CSRF_FIELD]: this.token });
    return this.#send(url, { method: 'POST', body, type: 'application/json' });
  }

  async signIn(origin: string, email: string, password: string): Promise<void> {
    await this.open(`${origin}/desk/sign-in`);
    const { status, body } = await this.post(`${origin}/desk/sign-in`, { email, password });
    assert.equal(status, 303, body);
    await this.open(`${origin}/desk`);
  }

  async #send(url: string, { type, ...init }: Sent = {}): Promise<RemoteAnswer> {
    const cookie = [...this.cookies].map((each) => each.join('=')).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...this.#headers, ...(type && { 'content-type': type }), cookie },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? [];
      this.cookies.set(name, value);
    }
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  }
}
