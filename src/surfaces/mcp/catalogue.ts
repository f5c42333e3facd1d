// The tools of a tool server by name, and its instructions for models.

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

  /** False if the list depends on the client. */
  get isOpen(): boolean {
    return this.tools.every(({ scope }) => scope === null);
  }

  tool(name: unknown): Tool | undefined {
    return this.#byName.get(String(name));
  }
}

export const PUBLIC_CATALOGUE = new Catalogue(TOOLS, INSTRUCTIONS);
