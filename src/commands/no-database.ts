// What a command says that needs a database and finds none.

import { OperatorError } from '../errors.ts';

export const noDatabase = (dataDir: string) =>
  new OperatorError(`There is no database in ${dataDir} yet.`);
