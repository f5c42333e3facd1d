// Forms without files: a limited number of fields, and fewer before sign-in.

import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../errors.ts';

export const FORM = {
  fields: 100,
  /** Forms before signing in: room for the longest password, percent-encoded. */
  visitorBytes: 16 * 1024,
  visitorFields: 20,
} as const;

const FORM_TYPE = /^application\/x-www-form-urlencoded/i;

export async function takeForms(scope: FastifyInstance): Promise<void> {
  // Parsing stops after one field too many, which is enough to refuse the form.
  const parser = (text: string) =>
    parse(text, '&', '=', { maxKeys: FORM.fields + 1, decodeURIComponent: decoded });
  await scope.register(formbody, { parser });
  scope.addHook('preValidation', async (request) => {
    if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) return;
    const most = request.isKnownSender ? FORM.fields : FORM.visitorFields;
    if (Object.values(Object(request.body)).flat().length > most)
      throw new Problem('form_too_long');
  });
}

/** Text that can't be decoded stays as it was sent. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
