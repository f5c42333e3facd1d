// Front matter: YAML between two lines of dashes at the top of a Markdown file.

import { isMap, isScalar, isSeq, parseDocument, type YAMLMap } from 'yaml';

const LONGEST = 16_384;

const FENCED = /^---[ \t]*\n([\s\S]*?)(?<=\n)---[ \t]*(?:\n|$)/;

export type Value = string | string[];

type Group = { readonly [name: string]: string };

interface Split {
  /** Values by lower-case name. Values that are neither text nor lists of text are in `unusable`. */
  readonly values: ReadonlyMap<string, Value>;
  readonly unusable: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly body: string;
  /** True if front matter could not be parsed, and so is still part of the body. */
  readonly isBroken: boolean;
}

type Read = Pick<Split, 'values' | 'unusable' | 'groups'>;

const NOTHING: Read = { values: new Map(), unusable: new Set(), groups: new Map() };

export function splitFrontMatter(text: string): Split {
  const whole = { ...NOTHING, body: text };
  const [fenced, yaml] = FENCED.exec(text) ?? [];
  if (fenced === undefined || yaml === undefined) return { ...whole, isBroken: false };
  if (yaml.length > LONGEST) return { ...whole, isBroken: true };
  const read = readYaml(yaml);
  if (read === null || read === 'broken') return { ...whole, isBroken: read === 'broken' };
  return { ...read, body: text.slice(fenced.length).replace(/^\n/, ''), isBroken: false };
}

/** Returns null if the lines are prose between two thematic breaks. */
function readYaml(yaml: string): Read | 'broken' | null {
  const root = contentsOf(yaml);
  if (!isMap(root)) return root === null && yaml.trim() !== '' ? 'broken' : emptyOrProse(root);
  const values = new Map<string, Value>();
  const unusable = new Set<string>();
  const groups = new Map<string, Group>();
  for (const { key, value } of root.items) {
    const name = (textOf(key) ?? '').toLowerCase();
    const read = valueFrom(value);
    if (read !== null) values.set(name, read);
    else if (!isNothing(value)) unusable.add(name);
    if (isMap(value)) groups.set(name, textsIn(value));
  }
  return { values, unusable, groups };
}

const emptyOrProse = (root: unknown) => (root === null ? NOTHING : null);

/** Reads only the syntax tree, because building objects would expand aliases without limit. */
function contentsOf(yaml: string): unknown {
  try {
    const { contents, errors } = parseDocument(yaml, { uniqueKeys: false, logLevel: 'silent' });
    return errors.length > 0 ? null : contents;
  } catch {
    // Nesting is so deep that the stack overflowed.
    return null;
  }
}

function valueFrom(node: unknown): Value | null {
  if (!isSeq(node)) return textOf(node);
  const texts = node.items.map(textOf);
  return texts.some((text) => text === null) ? null : texts.map(String);
}

function textsIn({ items }: YAMLMap): Group {
  const texts = items.map(({ key, value }) => [textOf(key) ?? '', textOf(value)] as const);
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (text === null ? [] : [[name.toLowerCase(), text]])),
  );
}

/** Returns numbers and dates as they were typed: a title `1.0` must not become 1. */
function textOf(node: unknown): string | null {
  if (!isScalar(node) || node.value === null) return null;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

const isNothing = (node: unknown) => node === null || (isScalar(node) && node.value === null);

/** Writes values as JSON, which is also YAML: each takes one line, and characters stay unchanged. */
export function withFrontMatter(fields: { readonly [name: string]: unknown }, body: string) {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n${body}`;
}
