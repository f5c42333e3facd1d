// The response to an image upload.

import { Type } from 'typebox';
import { Record, Uri } from '../shapes.ts';

export const UploadedImage = Record('UploadedImage', {
  ok: Type.Literal(true),
  url: Uri('Where the image is, for its owner and this key until it is published.'),
  markdown: Type.String({
    description: 'What to put into `body_md`. Describe the image between the square brackets.',
  }),
  width: Type.Integer({ description: 'In pixels, as it is stored.' }),
  height: Type.Integer({ description: 'In pixels, as it is stored.' }),
});
