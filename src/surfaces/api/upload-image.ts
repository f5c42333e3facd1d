// POST /api/v1/images: an image for a draft, in a form or as the body itself.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ErrorCode, Problem } from '../../errors.ts';
import { problemFor, sendProblem } from '../../http/error-responses.ts';
import { failure, jsonResponse } from '../../http/openapi/documented-responses.ts';
import { imageOf, takeUploads } from '../../http/pages/uploads.ts';
import { resource } from '../../http/resource.ts';
import { saveKeyImage, uploadedExample } from '../../operations/images/key-images.ts';
import type { Context } from '../../operations/operation.ts';
import { urlsOf } from '../../operations/urls.ts';
import { IMAGE_LIMITS } from '../../schemas/images/image-limits.ts';
import { UploadedImage } from '../../schemas/images/images.ts';
import { CREATED, KEY_FAILURES, KEYED } from './described-keys.ts';
import type { KeyRequests } from './key-requests.ts';

const BINARY = { type: 'string', contentEncoding: 'binary' };

const IMAGE_TYPES = ['jpeg', 'png', 'webp', 'gif', 'avif'].map((name) => `image/${name}`);

/** Multipart forms are left out, because client generators can't turn a file and an object into one function. */
const BODY = {
  content: Object.fromEntries(
    IMAGE_TYPES.map((type) => [type, { schema: { ...BINARY, contentMediaType: type } }]),
  ),
};

const IN_IMAGE_TERMS: { readonly [code in ErrorCode]?: ErrorCode } = {
  unsupported_type: 'image_type_refused',
  too_large: 'image_too_large',
};

export async function uploadImage(
  scope: FastifyInstance,
  context: Context,
  keys: KeyRequests,
): Promise<void> {
  scope.removeAllContentTypeParsers();
  await takeUploads(scope);
  scope.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  scope.setErrorHandler((error, request, reply) => {
    const problem = problemFor(error, context.store);
    const code = IN_IMAGE_TERMS[problem.code];
    return sendProblem(request, reply, code ? new Problem(code) : problem, error);
  });
  const example = uploadedExample(urlsOf(context.config.baseUrl));
  resource(scope, '/images', {
    POST: {
      onRequest: keys.hooks('images'),
      bodyLimit: IMAGE_LIMITS.uploadBytes,
      config: { uploadBytes: IMAGE_LIMITS.uploadBytes },
      schema: {
        ...KEYED,
        operationId: 'uploadImage',
        summary: 'Upload an image for a draft',
        description:
          'Stores an image that you send as the body, or in the field `file` of a form ' +
          '(`multipart/form-data`). Put the `markdown` of the response into a draft. Until the writer ' +
          'publishes a version that shows the image, only the writer, this key and private previews can load it. ' +
          'The same image from the same key gets the same URL.',
        body: BODY,
        response: {
          201: jsonResponse('The image is stored.', UploadedImage, example, CREATED),
          400: failure('There is no image, or it cannot be used.', [
            'no_image',
            'image_empty',
            'image_refused',
            'bad_request',
          ]),
          403: failure('The key is unknown, revoked, expired or lacks the scope.', [
            'key_refused',
            'scope_refused',
          ]),
          413: failure('The image is too large.', ['image_too_large', 'image_too_many_pixels']),
          415: failure('The body is neither an image nor a form.', ['image_type_refused']),
          ...KEY_FAILURES,
        },
      },
      async handler(request, reply) {
        const image = await saveKeyImage(context, keys.actorOf(request), imageIn(request));
        reply.code(201).header('location', image.url);
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(image));
      },
    },
  });
}

function imageIn(request: FastifyRequest): Buffer {
  const { body } = request;
  if (!Buffer.isBuffer(body)) {
    const file = imageOf(request, 'file');
    if (!file) throw new Problem('no_image');
    return file;
  }
  if (body.length === 0) throw new Problem('image_empty');
  return body;
}
