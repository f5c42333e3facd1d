// Makes a tool of an operation that acts for a writer: the scope it needs, truthful hints, the call.

import type { TObject } from 'typebox';
import { type ErrorCode, Problem } from '../../../errors.ts';
import type { KeyActor } from '../../../operations/actor.ts';
import type { Context } from '../../../operations/operation.ts';
import type { Check } from '../../../schemas/validation.ts';
import type { KeyScope } from '../../../schemas/vocabulary.ts';
import { ToolArguments } from '../arguments.ts';
import { failure, inputSchema, portable, success, type Tool } from '../tool.ts';

interface Described<Input> {
  scope: KeyScope;
  title: string;
  description: string;
  input: TObject;
  check: Check<Input>;
  output: TObject;
  run(context: Context, actor: KeyActor, input: Input): Promise<object>;
}

/** Replaces texts of the API that are about headers, which a tool doesn't have. */
const IN_TERMS_OF_TOOLS: { readonly [code in ErrorCode]?: string } = {
  version_stale:
    'The piece has a newer version than this one. Read it again with get_my_piece, then revise that.',
  key_reused: 'This idempotency_key was already used with different arguments.',
};

/** Statuses of errors that the model can correct or should report to the writer. */
const TOLD = [404, 409, 412, 422];

export function ownTool<Input extends object>(
  name: string,
  { scope, title, description, input, check, output, run }: Described<Input>,
): Tool {
  const taken = new ToolArguments<Input>(name, { input, check });
  const isReading = scope === 'pieces:read';
  return {
    name,
    scope,
    changesWith: null,
    listed: {
      name,
      title,
      description,
      inputSchema: inputSchema(input),
      outputSchema: portable(output),
      annotations: {
        title,
        readOnlyHint: isReading,
        // Earlier text stays among the versions, whatever is written.
        destructiveHint: false,
        idempotentHint: isReading,
        openWorldHint: false,
      },
    },
    async call(_context, given, caller) {
      if (!caller) throw new Problem('unauthorised');
      try {
        return success(await run(caller.context, caller.actor, taken.inputFrom(given)));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (TOLD.includes(error.status))
          return failure(IN_TERMS_OF_TOOLS[error.code] ?? error.reason);
        if (error.status === 400) return failure(taken.refusal(error));
        throw error;
      }
    },
  };
}
