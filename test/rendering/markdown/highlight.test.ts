/** The highlighter starts only for code, knows its languages, and lets the process end. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { languageNamed } from '../../../src/rendering/markdown/highlight-languages.ts';
import { renderMarkdown } from '../../../src/rendering/on-thread/markdown.ts';
import { someOf } from '../../support/full.ts';

const module = new URL('../../../src/rendering/on-thread/markdown.ts', import.meta.url).href;

/** Renders in a separate process; returns how many threads it started. */
async function threadsFor(markdown: string): Promise<string> {
  const script = `
    let threads = 0;
    process.on('worker', () => { threads += 1; });
    const { renderMarkdown } = await import(${JSON.stringify(module)});
    await renderMarkdown(${JSON.stringify(markdown)});
    await new Promise(setImmediate);
    console.log(threads);`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 120_000,
  });
  return stdout.trim();
}

test('a process that renders no code starts no highlighter', async () => {
  assert.equal(
    await threadsFor('# Prose\n\n`code`\n\n```\nplain\n```\n\n```nope\nplain\n```'),
    '0',
  );
});

test('a process that renders code starts one, and ends by itself', async () => {
  assert.equal(await threadsFor('```js\nlet a\n```\n\n```ts\nlet b\n```'), '1');
});

const samples: Readonly<Record<string, string>> = {
  'c++': 'int main() { return 0; } // c',
  Bash: 'echo "a" # c',
  cs: 'class A { int b = 1; }',
  css: 'a { color: red; }',
  diff: '-a\n+b',
  dockerfile: 'FROM a\nRUN "b"',
  elixir: 'def a, do: "b"',
  go: 'func main() { return "a" }',
  graphql: 'query { a(b: "c") { d } }',
  haskell: 'main = putStrLn "a"',
  html: '<p class="a">b</p>',
  ini: '[a]\nb="c"',
  java: 'class A { int b = 1; }',
  json: '{"a": 1}',
  jsx: 'const a = <b c="d" />;',
  kotlin: 'fun main() { val a = "b" }',
  lua: 'local a = "b"',
  makefile: 'a: b\n\techo "c"',
  md: '# a\n\n`b`',
  php: '<?php echo "a";',
  python: 'def a(): return "b"',
  r: 'a <- function(b) "c"',
  ruby: 'def a; "b"; end',
  rust: 'fn main() { let a = "b"; }',
  sql: "SELECT 'a' FROM b",
  swift: 'let a = "b"',
  toml: 'a = "b"',
  tsx: 'const a: b = <c />;',
  xml: '<a b="c" />',
  yaml: 'a: "b"',
};
test('a property that every object has isn’t a language', () => {
  for (const name of ['constructor', '__proto__', 'toString', '']) {
    assert.equal(languageNamed(name), null);
  }
});

/** On a busy machine a large grammar may not be loaded in time; it is left plain, as it should be. */
async function highlighted(markdown: string): Promise<string> {
  let { html } = await renderMarkdown(markdown);
  for (let again = 0; again < 100 && !html.includes('<span class="hl-'); again += 1) {
    ({ html } = await renderMarkdown(markdown));
  }
  return html;
}

test('each language is highlighted, with nothing of the code lost', async () => {
  for (const [name, code] of someOf(Object.entries(samples), 6)) {
    assert.notEqual(languageNamed(name), null, name);
    const html = await highlighted(`\`\`\`${name}\n${code}\n\`\`\``);
    assert.match(html, /<span class="hl-/, name);
    const plain = await renderMarkdown(`\`\`\`nope\n${code}\n\`\`\``);
    const bare = html.replace(/<span class="hl-[a-z-]+">|<\/span>/g, '');
    assert.equal(bare.replace(/language-[^"]+/, ''), plain.html.replace(/language-[^"]+/, ''));
  }
});
