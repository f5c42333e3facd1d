// Forms with a file in them: the fields as in any form, the file in memory and not too large.

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { UPLOAD_BYTES } from '../../schemas/limits.ts';

interface UploadedFile {
  /** As the browser gave it. */
  name: string;
  bytes: Buffer;
}

const files = new WeakMap<FastifyRequest, Map<string, UploadedFile>>();

export async function takeUploads(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { fileSize: UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 100_000 },
  });
  scope.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    await readParts(request).catch((error) => {
      // What the parser cannot read has no status: the form broke off, or never was one.
      throw 'statusCode' in Object(error) ? error : new Problem('bad_request');
    });
  });
}

async function readParts(request: FastifyRequest): Promise<void> {
  const fields: { [name: string]: unknown } = {};
  const received = new Map<string, UploadedFile>();
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else received.set(part.fieldname, { name: part.filename, bytes: await part.toBuffer() });
  }
  request.body = fields;
  files.set(request, received);
}

/** A file that was sent, unless it is empty. */
export function fileOf(request: FastifyRequest, name: string): Buffer | null {
  return namedFileOf(request, name)?.bytes ?? null;
}

/** The same with its name. */
export function namedFileOf(request: FastifyRequest, name: string): UploadedFile | null {
  const file = files.get(request)?.get(name);
  return file && file.bytes.length > 0 ? file : null;
}
