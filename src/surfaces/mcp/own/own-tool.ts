// Makes a tool from an operation that acts for a writer: the scope that it needs, truthful hints, the call.

import type { TObject } from 'typebox';
import { type ErrorCode, Problem } from '../../../errors.ts';
import type { KeyActor } from '../../../operations/actor.ts';
import type { Context } from '../../../operations/operation.ts';
import type { KeyScope } from '../../../schemas/vocabulary.ts';
import type { Check } from '../../../validation.ts';
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

/** Messages for errors whose usual message mentions headers, which tools don't have. */
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
        // No write destroys earlier text, which stays in the versions.
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
