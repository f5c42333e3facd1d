// Finds the files that a TypeScript file refers to, in every form of import.

import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  readonly line: number;
  /** Path from the root of the repository; null if it is known only at run time. */
  readonly target: string | null;
}

// A path counts in any string literal: import, export, import(), a type's import(), new URL(), require.
const MODULE = /^\.\.?\/.*\.[cm]?[jt]sx?$/;

export function importsOf(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Import[] = [];
  const add = (start: number, target: string | null) =>
    found.push({ line: source.slice(0, start).split('\n').length, target });
  const take = (start: number, text: unknown) => {
    if (typeof text === 'string' && MODULE.test(text)) add(start, targetOf(file, text));
  };
  new Visitor({
    Literal: ({ start, value }) => take(start, value),
    TemplateLiteral: ({ start, quasis }) => {
      if (quasis.length === 1) take(start, quasis[0]?.value.cooked);
    },
    ImportExpression: ({ start, source: { type, ...named } }) => {
      const isWritten =
        type === 'Literal' || ('expressions' in named && named.expressions.length === 0);
      if (!isWritten) add(start, null);
    },
  }).visit(program);
  return found;
}

// TypeScript finds `a.ts` under the name `a.js` too.
const targetOf = (file: string, text: string) =>
  posix.join(posix.dirname(file), text).replace(/[jt]s(x?)$/, 'ts$1');
