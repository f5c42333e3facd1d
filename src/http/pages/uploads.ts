// Forms with a file upload: the fields as in any form, the file in memory and not too large.

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { FORM } from '../../schemas/limits.ts';
import { announcesBody } from '../bounds/request-kinds.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest file that a form sent here may contain; without it, no file is taken. */
    uploadBytes?: number;
  }
}

interface UploadedFile {
  /** As the browser sent it. */
  name: string;
  bytes: Buffer;
  /** It was larger than it may be, and dropped: whoever asks for it hears so, with the fields at hand. */
  isTooLarge: boolean;
}

const files = new WeakMap<FastifyRequest, Map<string, UploadedFile>>();

export async function takeUploads(scope: FastifyInstance): Promise<void> {
  const limits = { files: 1, ...FORM.multipart };
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
  // Before anything of the body is read, but after it is known whether its sender may send one.
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    const { uploadBytes } = request.routeOptions.config;
    const isRefused = isMultipart && uploadBytes === undefined;
    done(isRefused ? new Problem('no_upload_here') : null, payload);
  });
  scope.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    await readParts(request).catch((error) => {
      // The rest is read and dropped: its sender must hear the answer, and we that it is gone.
      request.raw.unpipe().resume();
      // Errors of the parser have no status: the form was cut off, or never was one.
      const isMeant = error instanceof Problem || 'statusCode' in Object(error);
      throw isMeant ? error : new Problem('bad_request');
    });
  });
}

async function readParts(request: FastifyRequest): Promise<void> {
  const fields: { [name: string]: unknown } = {};
  request.body = fields;
  // The parser reads the request itself, which is over where it has no body: see body-memory.ts.
  if (!announcesBody(request.raw)) return;
  const received = new Map<string, UploadedFile>();
  const fileSize = request.routeOptions.config.uploadBytes ?? 0;
  for await (const part of request.parts({ limits: { fileSize } })) {
    if (part.type === 'field') {
      request.heldBody?.add(String(part.value).length);
      fields[part.fieldname] = part.value;
    } else {
      const bytes = await read(request, part.file);
      const isTooLarge = part.file.truncated;
      received.set(part.fieldname, { name: part.filename, bytes, isTooLarge });
    }
  }
  files.set(request, received);
}

async function read(request: FastifyRequest, file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    request.heldBody?.add(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The uploaded image, if one was chosen; a form without one sends an empty file without a name. */
export function imageOf(request: FastifyRequest, name: string): Buffer | null {
  const file = files.get(request)?.get(name);
  if (file?.isTooLarge) throw new Problem('image_too_large');
  if (file?.name && file.bytes.length === 0) throw new Problem('image_empty');
  return namedFileOf(request, name)?.bytes ?? null;
}

/** The uploaded file, unless it is empty. */
export function namedFileOf(request: FastifyRequest, name: string): UploadedFile | null {
  const file = files.get(request)?.get(name);
  if (file?.isTooLarge) throw new Problem('file_too_large');
  return file && file.bytes.length > 0 ? file : null;
}
