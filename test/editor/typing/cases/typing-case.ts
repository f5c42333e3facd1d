// One row of the typing tables: what is typed, the Markdown that stands in the source, the published HTML.

export interface TypingCase {
  readonly what: string;
  /** As they are typed; `‹Enter›` and the like are keys with a name. */
  readonly keys: string;
  readonly source: string;
  readonly html: string;
  /** The language of the piece; English where nothing is said. */
  readonly locale?: string;
}

/** A key with a name, pressed several times: `times(3, 'Shift+ArrowLeft')`. */
export const times = (count: number, key: string): string => `‹${key}›`.repeat(count);
