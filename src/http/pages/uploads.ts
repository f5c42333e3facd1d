// Forms with a file: fields as in any form, the file in memory with a limited size.

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { announcesBody } from '../bounds/request-kinds.ts';

const MULTIPART = { fields: 20, fieldSize: 100_000, parts: 21 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest file that this route's form accepts; files are refused if it isn't set. */
    uploadBytes?: number;
  }
}

interface UploadedFile {
  name: string;
  bytes: Buffer;
  /** True if the file was too large and dropped. Reading it throws the error, once the other fields are known. */
  isTooLarge: boolean;
}

const files = new WeakMap<FastifyRequest, Map<string, UploadedFile>>();

export async function takeUploads(scope: FastifyInstance): Promise<void> {
  const limits = { files: 1, ...MULTIPART };
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
  // The preParsing hook runs after authentication and before any of the body is read.
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const isMultipart = /^multipart\//i.test(request.headers['content-type'] ?? '');
    const { uploadBytes } = request.routeOptions.config;
    const isRefused = isMultipart && uploadBytes === undefined;
    done(isRefused ? new Problem('no_upload_here') : null, payload);
  });
  scope.addHook('preHandler', async (request) => {
    if (!request.isMultipart()) return;
    await readParts(request).catch((error) => {
      // The rest of the body is read and dropped, so that the client gets the response and the request ends.
      request.raw.unpipe().resume();
      // Parser errors without a status mean that the form was cut off or malformed.
      const isMeant = error instanceof Problem || 'statusCode' in Object(error);
      throw isMeant ? error : new Problem('bad_request');
    });
  });
}

async function readParts(request: FastifyRequest): Promise<void> {
  const fields: { [name: string]: unknown } = {};
  request.body = fields;
  // The parser reads the request itself, whose stream has already ended if it has no body; see body-memory.ts.
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

/** Uploaded image, or null if the user chose none; browsers then send an empty file without a name. */
export function imageOf(request: FastifyRequest, name: string): Buffer | null {
  const file = files.get(request)?.get(name);
  if (file?.isTooLarge) throw new Problem('image_too_large');
  if (file?.name && file.bytes.length === 0) throw new Problem('image_empty');
  return namedFileOf(request, name)?.bytes ?? null;
}

/** Uploaded file, or null if it is missing or empty. */
export function namedFileOf(request: FastifyRequest, name: string): UploadedFile | null {
  const file = files.get(request)?.get(name);
  if (file?.isTooLarge) throw new Problem('file_too_large');
  return file && file.bytes.length > 0 ? file : null;
}
