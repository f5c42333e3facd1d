// A browser without a window: keeps cookies, takes CSRF tokens from pages and sends forms.

import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { withDeclaration } from './declared.ts';

export type Answer = LightMyRequestResponse;

export interface Fields {
  [name: string]: string;
}

/** The browser's IP address, and the headers that proxies add to its requests. */
export interface Peer {
  remoteAddress?: string;
  headers?: { [name: string]: string };
}

/** The headers that a browser adds to a form sent from a page of the same host. */
export const OWN_FORM = { origin: 'https://press.example', 'sec-fetch-site': 'same-origin' };

/** A field of a form, or a file if it has a file name. */
export interface Part {
  name: string;
  fileName?: string;
  type?: string;
  body: Buffer | string;
}

const BOUNDARY = 'a-boundary-of-the-test';

function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, type, body }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    body,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

export class DeskBrowser {
  /** The cookies that the next request will send, by name. */
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;
  readonly #peer: Peer;

  constructor(app: FastifyInstance, peer: Peer = {}) {
    this.#app = app;
    this.#peer = peer;
  }

  open(url: string): Promise<Answer> {
    return this.send({ method: 'GET', url });
  }

  /** Opens the page that the form is on, fills the form in and sends it, as a person would. */
  async submit(url: string, fields: Fields = {}, page: string = url): Promise<Answer> {
    return this.post(url, { ...fields, [CSRF_FIELD]: await this.csrfToken(page) });
  }

  /**
   * Sends these fields as a script or another site would: without a CSRF token, but with the declaration that
   * publishing needs.
   */
  post(url: string, fields: Fields, headers: { [name: string]: string } = OWN_FORM) {
    return this.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(withDeclaration(url, fields)).toString(),
    });
  }

  /** Sends exactly this JSON, as a script on the page would, without adding a CSRF token. */
  call(url: string, body: object, headers: { [name: string]: string } = OWN_FORM) {
    return this.send({ method: 'POST', url, headers, payload: body });
  }

  /** Sends exactly these parts, as a form with a file would, without adding a CSRF token. */
  upload(url: string, parts: Part[], headers: { [name: string]: string } = OWN_FORM) {
    return this.send({
      method: 'POST',
      url,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
      payload: multipart(parts),
    });
  }

  /** The CSRF token in the forms of a page. */
  async csrfToken(page: string): Promise<string> {
    const { body, statusCode } = await this.open(page);
    const token = new RegExp(`name="${CSRF_FIELD}" value="([^"]+)"`).exec(body)?.[1];
    assert.ok(token, `no form on ${page} (${statusCode}): ${body}`);
    return token;
  }

  /** Sends any request, with the browser's cookies. */
  async send(request: InjectOptions): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers, ...peer } = this.#peer;
    const answer = await this.#app.inject({
      ...peer,
      ...request,
      headers: {
        host: 'press.example',
        ...(cookie && { cookie }),
        ...headers,
        ...request.headers,
      },
    });
    for (const { name, value, maxAge, expires } of answer.cookies) {
      const isOver = maxAge === 0 || (expires && expires.getTime() <= 0);
      if (isOver) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

/** Opens a page in one browser per form, then sends all the forms simultaneously. */
export async function submitAtOnce(
  browsers: DeskBrowser[],
  url: string,
  forms: Fields[],
): Promise<Answer[]> {
  const tokens = await Promise.all(browsers.map((browser) => browser.csrfToken(url)));
  return Promise.all(
    browsers.map((browser, at) =>
      browser.post(url, { ...forms[at], [CSRF_FIELD]: tokens[at] ?? '' }),
    ),
  );
}

/** Asserts that an answer redirects, and returns the target. */
export function leadsTo(answer: Answer): string {
  assert.equal(answer.statusCode, 303, answer.body);
  return String(answer.headers.location);
}
