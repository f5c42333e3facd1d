/** A separate, strict parser for rendered HTML that throws on anything unexpected. */

import assert from 'node:assert/strict';

export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface Read {
  readonly tags: readonly Tag[];
  /** The tags and decoded text in order, the same for all ways to write the same document. */
  readonly canonical: string;
}

const voidTags = new Set(['br', 'hr', 'img', 'input']);
/** Matches everywhere: what is neither a tag nor text is a bare angle bracket, and an error. */
const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( ?\/)?>|([^<>]+)|([<>])/g;

export function readHtml(html: string): Read {
  const tags: Tag[] = [];
  const open: string[] = [];
  let canonical = '';
  for (const [whole, close, name, attributes, slash, text] of html.matchAll(token)) {
    if (text !== undefined) {
      canonical += `text ${JSON.stringify(decode(text))}\n`;
      continue;
    }
    if (name === undefined) throw new Error(`a bare ${whole} in ${html.slice(0, 400)}`);
    const tag = { name, attributes: readAttributes(attributes ?? '') };
    canonical += `${close}${name} ${JSON.stringify(Array.from(tag.attributes).sort())}\n`;
    if (close === '/') assert.equal(open.pop(), name, 'a tag closes another');
    else tags.push(tag);
    if (close === '' && !voidTags.has(name)) open.push(`${name}${slash ?? ''}`);
  }
  assert.deepEqual(open, [], 'tags are left open');
  return { tags, canonical };
}

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value] of source.matchAll(/ ([a-z-]+)(?:="([^"<>]*)")?/g)) {
    if (name === undefined) continue;
    if (attributes.has(name)) throw new Error(`${name} stands twice`);
    attributes.set(name, decode(value ?? ''));
  }
  return attributes;
}

/** Only what our serialisers write: any other character reference is an error. */
function decode(text: string): string {
  return text.replace(/&([^;&]{0,10};)?/g, (reference) => {
    const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
    const found = Object.entries(characters).find(([name]) => name === reference);
    if (found === undefined) throw new Error(`a bare ampersand in ${text.slice(0, 80)}`);
    return found[1];
  });
}
