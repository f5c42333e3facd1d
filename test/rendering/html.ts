/** Reads rendered HTML with a parser of its own, so strict that anything unexpected throws. */

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
const token =
  /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( ?\/)?>|([^<>]+)|([<>])/g;

export function readHtml(html: string): Read {
  const tags: Tag[] = [];
  const open: string[] = [];
  let canonical = '';
  let end = 0;
  for (const match of html.matchAll(token)) {
    const [whole, close, name, attributes, slash, text] = match;
    if (match.index !== end) throw new Error(`unreadable at ${end}: ${html.slice(end, end + 40)}`);
    end = match.index + whole.length;
    if (text !== undefined) {
      canonical += `text ${JSON.stringify(decode(text))}\n`;
    } else if (name === undefined) {
      throw new Error(`a bare ${whole} in the text at ${match.index}`);
    } else if (close === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another tag`);
      canonical += `close ${name}\n`;
    } else {
      const tag = { name, attributes: readAttributes(attributes ?? '') };
      tags.push(tag);
      if (slash !== undefined && !voidTags.has(name)) throw new Error(`<${name} /> is not void`);
      if (!voidTags.has(name)) open.push(name);
      const sorted = Array.from(tag.attributes).sort(([a], [b]) => (a < b ? -1 : 1));
      canonical += `open ${name} ${JSON.stringify(sorted)}\n`;
    }
  }
  if (end !== html.length) throw new Error(`unreadable at ${end}: ${html.slice(end, end + 40)}`);
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
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
