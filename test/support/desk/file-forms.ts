// Sends a form with a file in it, as a browser would.

import type { FastifyInstance } from 'fastify';
import { CSRF_FIELD } from '../../../src/http/pages/csrf.ts';
import { type Answer, type DeskBrowser, OWN_FORM } from './desk-browser.ts';

export interface FormFile {
  name: string;
  bytes: string | Buffer;
}

/** Opens the page, chooses the file for its field and sends the form. */
export async function sendFile(
  app: FastifyInstance,
  browser: DeskBrowser,
  url: string,
  file: FormFile | null,
): Promise<Answer> {
  const form = new FormData();
  form.set(CSRF_FIELD, await browser.csrfToken(url));
  if (file) form.set('file', new File([new Uint8Array(Buffer.from(file.bytes))], file.name));
  const body = new Response(form);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return app.inject({
    method: 'POST',
    url,
    headers: {
      ...OWN_FORM,
      host: 'press.example',
      cookie,
      'content-type': String(body.headers.get('content-type')),
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}
