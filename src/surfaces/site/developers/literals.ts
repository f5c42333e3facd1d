// A JSON value as a literal of a programming language.

export interface Literals {
  words: { readonly [word in 'null' | 'true' | 'false']: string };
  indent: string;
  text(text: string): string;
  name(name: string): string;
}

/** `depth` is the indentation of the line on which the value starts. */
export function literal(language: Literals, value: unknown, depth: number): string {
  if (typeof value === 'string') return language.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return language.words[value ? 'true' : 'false'];
  if (Array.isArray(value)) {
    return `[${value.map((each) => literal(language, each, depth)).join(', ')}]`;
  }
  if (typeof value !== 'object' || value === null) return language.words.null;
  const fields = Object.entries(value).map(
    ([name, each]) =>
      `${language.indent.repeat(depth + 1)}${language.name(name)}: ${literal(language, each, depth + 1)},\n`,
  );
  return `{\n${fields.join('')}${language.indent.repeat(depth)}}`;
}
