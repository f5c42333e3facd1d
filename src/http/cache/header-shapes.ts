// What the headers of many responses have in common, stored once: each has but a few values of its own.

import {
  type FinishedResponse,
  type HeaderShape,
  isAboutTheBody,
  type ResponseHeaders,
} from './cached-response.ts';

/** Headers whose value belongs to one response. */
const OWN = new Set(['etag', 'content-length', 'last-modified', 'link']);

/** So many are enough for every route in every encoding; one more and its responses are not stored. */
const MOST = 1_000;

/** The end of a value: no header has one in it. */
const VALUE_END = '\n';

type Head = Pick<FinishedResponse, 'route' | 'headers'>;

export class HeaderShapes {
  readonly #byRoute = new Map<string, HeaderShape[]>();
  #count = 0;

  /** Null where there are too many already. */
  of({ route, headers }: Head): HeaderShape | null {
    const known = this.#byRoute.get(route) ?? [];
    const found = known.find((shape) => isOf(shape, headers));
    if (found) return found;
    if (this.#count >= MOST) return null;
    const names = headers.map((_, at) => at).filter((at) => at % 2 === 0);
    const shape = {
      ...{ route, headers: [...headers] },
      own: names.filter((at) => OWN.has(headers[at] ?? '')).map((at) => at + 1),
      for304: names.filter((at) => !isAboutTheBody(headers[at] ?? '')),
    };
    this.#byRoute.set(route, [...known, shape]);
    this.#count += 1;
    return shape;
  }
}

function isOf(shape: HeaderShape, headers: readonly string[]): boolean {
  if (shape.headers.length !== headers.length) return false;
  return headers.every((each, at) => each === shape.headers[at] || shape.own.includes(at));
}

/** The values of its own. */
export const ownValues = ({ own }: HeaderShape, headers: readonly string[]): string =>
  own.map((at) => headers[at]).join(VALUE_END);

/** All headers again. */
export function headersFrom(shape: HeaderShape, values: string): ResponseHeaders {
  const headers = [...shape.headers];
  const given = values.split(VALUE_END);
  for (const [nth, at] of shape.own.entries()) headers[at] = given[nth] ?? '';
  const headersFor304: string[] = [];
  for (const at of shape.for304) headersFor304.push(headers[at] ?? '', headers[at + 1] ?? '');
  return { etag: headers[headers.indexOf('etag') + 1] ?? '', headers, headersFor304 };
}
