// The response to an image upload.

import { Type } from 'typebox';
import { Record, Uri } from '../shapes.ts';

export const UploadedImage = Record('UploadedImage', {
  ok: Type.Literal(true),
  url: Uri('The URL of the image. Until it is published, only its owner and this key can load it.'),
  markdown: Type.String({
    description:
      'The Markdown to put into `body_md`. Describe the image between the square brackets.',
  }),
  width: Type.Integer({ description: 'In pixels, as stored.' }),
  height: Type.Integer({ description: 'In pixels, as stored.' }),
});
