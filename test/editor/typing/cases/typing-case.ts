// A row of the typing tables: the typed keys, the Markdown in the source, the published HTML.

export interface TypingCase {
  readonly what: string;
  /** The keys as typed; `‹Enter›` and the like are named keys. */
  readonly keys: string;
  readonly source: string;
  readonly html: string;
  /** The language of the piece; English where nothing is said. */
  readonly locale?: string;
}

/** A key with a name, pressed several times: `times(3, 'Shift+ArrowLeft')`. */
export const times = (count: number, key: string): string => `‹${key}›`.repeat(count);
