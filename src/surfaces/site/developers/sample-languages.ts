// One request as a curl command, as a script, and as a Python program without packages.

import { type Literals, literal } from './literals.ts';
import type { SampleHeader, SampleRequest } from './sample-requests.ts';

export interface SampleLanguage {
  /** Class of the sample, and the value of the switch. */
  id: 'curl' | 'javascript' | 'python';
  name: string;
  write(request: SampleRequest): string;
}

export const LANGUAGES: readonly SampleLanguage[] = [
  { id: 'curl', name: 'curl', write: curl },
  { id: 'javascript', name: 'JavaScript', write: javaScript },
  { id: 'python', name: 'Python', write: python },
];

/** Placeholders for values that only the writer knows become reads from the environment. */
const withOwn = (url: string, read: (name: string) => string) =>
  url.replace(/\{([A-Z]+)\}/g, (_, name: string) => read(name));

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const usualMethod = (body: unknown) => (body === undefined ? 'GET' : 'POST');

function curl({ method, url, isOfDraft, headers, body, file }: SampleRequest): string {
  const isUsual = method === usualMethod(body ?? file ?? undefined);
  const lines = [
    `curl ${isUsual ? '' : `-X ${method} `}${isOfDraft ? `"${withOwn(url, (name) => `$${name}`)}"` : quoted(url)}`,
    ...headers.map((each) => `-H ${curlHeader(each)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    ...(file === null ? [] : [`--data-binary @${file}`]),
  ];
  return lines.join(' \\\n  ');
}

function curlHeader({ name, kind, value }: SampleHeader): string {
  if (kind === 'text') return quoted(`${name}: ${value}`);
  return `"${name}: ${value}${FROM_SHELL[kind]}"`;
}

const FROM_SHELL = { key: '$KEY', tag: '$TAG', unique: '$(date +%s)' } as const;

const JAVASCRIPT: Literals = {
  words: { null: 'null', true: 'true', false: 'false' },
  indent: '  ',
  text: (text) =>
    `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  name: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JAVASCRIPT.text(name)),
};

function javaScript(request: SampleRequest): string {
  const { method, url, isOfDraft, headers, body, file, isJson } = request;
  const values = headers.map(
    (each) => `    ${JAVASCRIPT.name(each.name)}: ${javaScriptValue(each)},`,
  );
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(values.length > 0 ? ['  headers: {', ...values, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(JAVASCRIPT, body, 1)}),`]),
    ...(file === null ? [] : [`  body: await readFile('${file}'),`]),
  ];
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  const address = isOfDraft
    ? `\`${withOwn(url, (name) => `\${process.env.${name}}`)}\``
    : JAVASCRIPT.text(url);
  const needs = file === null ? '' : "const { readFile } = await import('node:fs/promises');\n";
  return `${needs}const response = await fetch(${address}${given});
console.log(await response.${isJson ? 'json' : 'text'}());`;
}

function javaScriptValue({ kind, value }: SampleHeader): string {
  if (kind === 'text') return JAVASCRIPT.text(value);
  if (kind === 'tag') return 'process.env.TAG';
  return `\`${value}\${${kind === 'key' ? 'process.env.KEY' : 'Date.now()'}}\``;
}

/** Strings of JSON are valid in Python. */
const PYTHON: Literals = {
  words: { null: 'None', true: 'True', false: 'False' },
  indent: '    ',
  text: (text) => JSON.stringify(text),
  name: (name) => JSON.stringify(name),
};

function python(request: SampleRequest): string {
  const { url, headers, isJson } = request;
  const hasKind = (kind: SampleHeader['kind']) => headers.some((each) => each.kind === kind);
  const modules = [
    isJson && 'json',
    (hasKind('key') || request.isOfDraft) && 'os',
    hasKind('unique') && 'time',
    'urllib.request',
  ].filter((name) => name !== false);
  const options = pythonOptions(request);
  const prepared = `request = urllib.request.Request(\n${options.join('\n')}\n)\n`;
  const isPlain = options.length === 1;
  return `${modules.map((name) => `import ${name}`).join('\n')}

${isPlain ? '' : prepared}with urllib.request.urlopen(${isPlain ? PYTHON.text(url) : 'request'}) as response:
    print(${isJson ? 'json.load(response)' : 'response.read().decode()'})`;
}

function pythonOptions(request: SampleRequest): string[] {
  const { method, url, isOfDraft, headers, body, file } = request;
  const values = headers.map((each) => `        ${PYTHON.name(each.name)}: ${pythonValue(each)},`);
  return [
    isOfDraft
      ? `    f"${withOwn(url, (name) => `{os.environ['${name}']}`)}",`
      : `    ${PYTHON.text(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(values.length > 0 ? ['    headers={', ...values, '    },'] : []),
    ...(body === undefined ? [] : [`    data=json.dumps(${literal(PYTHON, body, 1)}).encode(),`]),
    ...(file === null ? [] : [`    data=open("${file}", "rb").read(),`]),
  ];
}

function pythonValue({ kind, value }: SampleHeader): string {
  if (kind === 'text') return PYTHON.text(value);
  if (kind === 'tag') return "os.environ['TAG']";
  return `f"${value}{${kind === 'key' ? "os.environ['KEY']" : 'time.time_ns()'}}"`;
}
