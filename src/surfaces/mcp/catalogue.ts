// The tools of a tool server by name, and its instructions for models.

import { OWN_TOOLS } from './own/own-tools.ts';
import { INSTRUCTIONS } from './server-info.ts';
import type { Tool } from './tool.ts';
import { TOOLS } from './tools.ts';

export class Catalogue {
  readonly tools: readonly Tool[];
  readonly instructions: string;
  readonly #byName: ReadonlyMap<string, Tool>;

  constructor(tools: readonly Tool[], instructions: string) {
    this.tools = tools;
    this.instructions = instructions;
    this.#byName = new Map(tools.map((each) => [each.name, each]));
  }

  tool(name: unknown): Tool | undefined {
    return this.#byName.get(String(name));
  }
}

export const PUBLIC_CATALOGUE = new Catalogue(TOOLS, INSTRUCTIONS);

const OWN_INSTRUCTIONS =
  'You work for the writer whose desk this is. Leave what you write with create_draft, and improve it with ' +
  'revise_draft, naming the version that get_my_piece gave you. Nothing that these tools do is public: only the ' +
  'writer publishes, by hand, at their desk, so tell them where the draft is. The writer answers with notes: read ' +
  'them with list_notes, revise, and say what you did with reply_to_note. The other tools read what is published.';

export const WRITERS_CATALOGUE = new Catalogue([...OWN_TOOLS, ...TOOLS], OWN_INSTRUCTIONS);
