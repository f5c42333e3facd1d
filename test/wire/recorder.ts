// Sends the steps of a table one after the other and writes down what is answered.

import { createHash } from 'node:crypto';
import type { Normaliser } from './normalise.ts';
import { BASE_URL, pause, type Service } from './service.ts';
import type { Fields, Step } from './steps.ts';
import { type Answer, exchange, exchangeBytes, headerOf, type Sent } from './wire.ts';

const HOST = new URL(BASE_URL).host;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_SHOWN = 2_000;
/** The ETag of an earlier answer. */
const TAG = /(?<=if-none-match: .*)"[\w-]{43}/g;
const BOUNDARY = 'the-boundary-of-a-form';

interface Browser {
  cookies: Map<string, string>;
  token: string;
}

export interface Entry {
  key: string;
  request: string;
  status: number;
  headers: string[];
  body: string;
  asset?: string;
}

export class Recorder {
  readonly entries: Entry[] = [];
  /** Values captured by earlier steps, by name. */
  readonly captured = new Map<string, string>();
  readonly normaliser: Normaliser;
  readonly #service: Service;
  readonly #browsers = new Map<string, Browser>();
  readonly #counts = new Map<string, number>();

  constructor(service: Service, normaliser: Normaliser) {
    this.#service = service;
    this.normaliser = normaliser;
  }

  /** Under a name that later steps can use and the recording shows. */
  capture(name: string, value: string): void {
    this.captured.set(name, value);
    if (name !== 'etag') this.normaliser.name(value, name);
  }

  async run(part: string, steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      if (!step.still) this.#service.tick();
      const { sent, answer } = await this.#ask(step);
      this.#learn(step, answer);
      const recorded = await this.normaliser.answer(sent.path, answer);
      if (step.silent) continue;
      const path = this.normaliser.text(sent.path);
      const said = `${step.raw === undefined ? `${sent.method} ${path}` : 'bytes'}`;
      const key = [part, step.as, said, step.note && `(${step.note})`].filter(Boolean).join(' ');
      this.entries.push({ key: this.#unique(key), request: this.#shown(sent, step), ...recorded });
    }
  }

  /** Something that the service sent by itself. */
  add(key: string, text: string): void {
    const body = this.normaliser.text(text);
    this.entries.push({ key: this.#unique(key), request: '', status: 0, headers: [], body });
  }

  /** Not recorded. */
  async read(path: string): Promise<string> {
    return (await this.#ask({ path })).answer.body.toString('utf8');
  }

  async #ask(step: Step): Promise<{ sent: Sent; answer: Answer }> {
    const sent = this.#request(step);
    const { port } = this.#service;
    if (step.raw !== undefined) {
      return { sent, answer: await exchangeBytes(port, this.#filled(step.raw)) };
    }
    if (step.wait) await pause(step.wait);
    for (let at = 0; at < (step.before ?? 0); at += 1) await exchange(port, sent);
    const end = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const answer = await exchange(port, sent);
      if (!step.until || step.until.test(answer.body.toString())) return { sent, answer };
      if (performance.now() > end) {
        console.error(`${sent.path} never has ${step.until} in it.`);
        return { sent, answer };
      }
      await pause(50);
    }
  }

  #request(step: Step): Sent {
    const browser = step.as === undefined ? null : this.#browser(step.as);
    const content = this.#content(step, browser);
    const cookie = browser && [...browser.cookies].map((each) => each.join('=')).join('; ');
    const headers: Fields = {
      host: HOST,
      ...(cookie && { cookie }),
      ...(browser && { 'user-agent': `Mozilla/5.0 (${step.as})` }),
      ...(content && { 'content-type': content.type }),
      ...(content && { 'content-length': String(content.body.length) }),
    };
    for (const [name, value] of Object.entries(step.headers ?? {})) {
      headers[name] = this.#filled(value);
    }
    return {
      method: step.method ?? (content ? 'POST' : 'GET'),
      path: this.#filled(step.path),
      headers,
      ...(content && { body: content.body }),
    };
  }

  #content(step: Step, browser: Browser | null): { type: string; body: Buffer } | null {
    const token = { none: null, wrong: 'wrong', own: browser?.token ?? null }[step.token ?? 'own'];
    const proof: Fields = token === null ? {} : { form_token: token };
    if (step.body !== undefined) {
      return { type: 'application/json', body: Buffer.from(this.#bytes(step.body)) };
    }
    if (step.json !== undefined) {
      const given = browser ? { ...Object(step.json), ...proof } : step.json;
      return { type: 'application/json', body: Buffer.from(this.#filled(JSON.stringify(given))) };
    }
    const fields = Object.entries({ ...step.form, ...(browser && proof) });
    const filled = fields.map(([name, value]) => [name, this.#filled(value)] as const);
    if (step.file) {
      return {
        type: `multipart/form-data; boundary=${BOUNDARY}`,
        body: multipart(filled, step.file),
      };
    }
    if (!step.form) return null;
    const body = new URLSearchParams(filled.map(([name, value]) => [name, value])).toString();
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(body) };
  }

  #bytes = (body: string | Buffer) => (typeof body === 'string' ? this.#filled(body) : body);

  #filled(text: string): string {
    return text.replace(/\{(\w+)\}/g, (whole, name) => this.captured.get(String(name)) ?? whole);
  }

  #learn({ as, capture = {} }: Step, answer: Answer): void {
    const body = answer.body.toString('utf8');
    const head = answer.headers.map((each) => each.join(': ')).join('\n');
    for (const [name, pattern] of Object.entries(capture)) {
      const found = pattern.exec(head)?.[1] ?? pattern.exec(body)?.[1];
      // The rest is recorded all the same: what went wrong is a difference like any other.
      if (found === undefined) {
        console.error(`${name} (${pattern}) is not in an answer of status ${answer.status}.`);
        continue;
      }
      this.capture(name, found);
    }
    const etag = headerOf(answer, 'etag');
    if (etag !== undefined) this.capture('etag', etag);
    if (as !== undefined) keepCookies(this.#browser(as), answer, body);
  }

  #browser(name: string): Browser {
    const browser = this.#browsers.get(name) ?? { cookies: new Map(), token: '' };
    this.#browsers.set(name, browser);
    return browser;
  }

  #shown({ method, path, headers, body }: Sent, { raw }: Step): string {
    if (raw !== undefined) return shortened(Buffer.from(raw), (text) => text);
    const { cookie: _, 'content-length': __, ...others } = headers;
    const lines = Object.entries(others).map((each) => each.join(': '));
    const head = [`${method} ${path}`, ...lines].join('\n');
    const content = body ? `\n\n${shortened(body, (text) => this.normaliser.text(text))}` : '';
    return `${this.normaliser.text(head).replace(TAG, '"‹hash›')}${content}`;
  }

  #unique(key: string): string {
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count === 1 ? key : `${key} #${count}`;
  }
}

function shortened(body: Buffer, normal: (text: string) => string): string {
  const text = normal(body.toString('utf8'));
  if (text.length <= LONGEST_SHOWN) return text;
  const hash = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, 200)}… ‹sha256 ${hash}›`;
}

function keepCookies(browser: Browser, answer: Answer, body: string): void {
  for (const [name, value] of answer.headers) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    const [cookie = '', content = ''] = value.split(';')[0]?.split(/=(.*)/s) ?? [];
    if (content === '') browser.cookies.delete(cookie);
    else browser.cookies.set(cookie, content);
  }
  browser.token = /name="form_token" value="([^"]+)"/.exec(body)?.[1] ?? browser.token;
}

function multipart(
  fields: (readonly [string, string])[],
  { field, name, type, bytes }: NonNullable<Step['file']>,
): Buffer {
  const parts = fields.map(
    ([each, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${each}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="${field}"; filename="${name}"`;
  return Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
