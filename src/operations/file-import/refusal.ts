// The error for a refused file. Its reason is shown next to the file field.

import { Problem } from '../../errors.ts';

export const FILE_FIELD = 'file';

export const refusal = (reason: string) =>
  new Problem('invalid_input', { errors: [{ field: FILE_FIELD, reason }] });
