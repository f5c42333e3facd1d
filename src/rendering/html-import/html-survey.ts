/** Surveys foreign HTML: its notes, and what Markdown cannot express. */

import { Parser } from 'htmlparser2';
import { superOrSubscript } from './superscripts.ts';

export const HTML_LOSSES = ['tables', 'raised', 'formulas', 'embeds'] as const;
type HtmlLoss = (typeof HTML_LOSSES)[number];

export interface Survey {
  /** Ids of notes that the text refers to, numbered by first reference. */
  readonly notes: ReadonlyMap<string, number>;
  readonly losses: readonly HtmlLoss[];
}

const EMBEDS = new Set(['iframe', 'object', 'embed', 'video', 'audio', 'canvas']);
const UNSEEN = new Set(['nav', 'noscript', 'template', 'svg', 'head']);
const RAISING = new Set(['sup', 'sub']);
const CELLS = new Set(['td', 'th']);
const TOO_MUCH_FOR_A_CELL = new Set(['ul', 'ol', 'pre', 'table']);
const REFERENCE = /noteref|footnote-?ref|fnref/i;
/** Endings of ordinals, which can be read without superscript. */
const ORDINAL = /^(?:st|nd|rd|th|er|e|re|o|a)$/i;

export function surveyHtml(source: string): Survey {
  const surveyor = new Surveyor();
  const parser = new Parser({
    onopentag: (name, attributes) => surveyor.open(name, attributes),
    ontext: (text) => surveyor.read(text),
    onclosetag: (name) => surveyor.close(name),
  });
  parser.end(source);
  return surveyor.survey();
}

interface Attributes {
  readonly [name: string]: string;
}

class Surveyor {
  readonly #open = new OpenElements();
  readonly #losses = new Set<HtmlLoss>();
  readonly #items = new Set<string>();
  readonly #referred = new Set<string>();
  #letters = '';
  #isReference = false;

  open(name: string, attributes: Attributes): void {
    this.#open.add(name);
    if (this.#open.isInside(UNSEEN)) return;
    if (EMBEDS.has(name)) this.#losses.add('embeds');
    if (name === 'math') this.#losses.add('formulas');
    if (this.#isLostInTable(name, attributes)) this.#losses.add('tables');
    if (name === 'li' && attributes['id']) this.#items.add(attributes['id']);
    if (name === 'a') this.#follow(attributes);
    if (RAISING.has(name)) [this.#letters, this.#isReference] = ['', false];
  }

  read(text: string): void {
    if (this.#open.isInside(RAISING)) this.#letters += text;
  }

  close(name: string): void {
    this.#open.remove(name);
    if (!RAISING.has(name) || this.#isReference) return;
    const isSaid =
      superOrSubscript(name, this.#letters) !== null || ORDINAL.test(this.#letters.trim());
    if (!isSaid) this.#losses.add('raised');
  }

  survey(): Survey {
    const ids = [...this.#referred].filter((id) => this.#items.has(id));
    return {
      notes: new Map(ids.map((id, at) => [id, at + 1])),
      losses: HTML_LOSSES.filter((loss) => this.#losses.has(loss)),
    };
  }

  #isLostInTable(name: string, { rowspan, colspan }: Attributes): boolean {
    if (CELLS.has(name)) return Number(rowspan ?? 1) > 1 || Number(colspan ?? 1) > 1;
    return TOO_MUCH_FOR_A_CELL.has(name) && this.#open.isInside(CELLS);
  }

  #follow({ href = '', role = '', class: names = '' }: Attributes): void {
    const isRaised = this.#open.isInside(RAISING);
    if (!/^#./.test(href) || !(isRaised || REFERENCE.test(`${role} ${names}`))) return;
    this.#referred.add(href.slice(1));
    this.#isReference = true;
  }
}

class OpenElements {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  remove(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
  }

  isInside(names: ReadonlySet<string>): boolean {
    for (const name of names) if ((this.#counts.get(name) ?? 0) > 0) return true;
    return false;
  }
}
