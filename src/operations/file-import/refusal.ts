// A file that is not taken in: the reason stands beside the field that it came in by.

import { Problem } from '../../errors.ts';

export const FILE_FIELD = 'file';

export const refusal = (reason: string) =>
  new Problem('invalid_input', { errors: [{ field: FILE_FIELD, reason }] });
