// The differences between two recordings: status, headers and their order, and the words of the body.

import { diffArrays } from 'diff';
import type { Entry } from './recorder.ts';

interface Difference {
  /** Method and address, without what is of one request alone. */
  route: string;
  key: string;
  lines: string[];
}

const MOST_LINES = 40;
const LONGEST_LINE = 300;

export function differencesOf(old: Map<string, Entry>, now: Map<string, Entry>) {
  const differences: Difference[] = [];
  const assets: string[] = [];
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [left, right] = [old.get(key), now.get(key)];
    const lines = linesOf(left, right);
    if (lines.length > 0) differences.push({ route: routeOf(key), key, lines: cut(lines) });
    if (left && right && left.asset !== right.asset) assets.push(key);
  }
  return { differences: differences.sort((a, b) => (a.route < b.route ? -1 : 1)), assets };
}

function linesOf(old: Entry | undefined, now: Entry | undefined): string[] {
  if (!old) return ['+ is not in the recording before'];
  if (!now) return ['- is not in the recording after'];
  return [
    ...changed([`status ${old.status}`], [`status ${now.status}`]),
    ...changedHeaders(old.headers, now.headers),
    ...changed(bodyLines(old.body), bodyLines(now.body)),
    ...changed(old.request.split('\n'), now.request.split('\n')).map((line) => `request ${line}`),
  ];
}

/** A changed order of headers would otherwise show no difference. */
function changedHeaders(old: string[], now: string[]): string[] {
  const lines = changed(old, now);
  const isOrder = lines.length > 0 && old.toSorted().join('\n') === now.toSorted().join('\n');
  if (!isOrder) return lines;
  const names = (headers: string[]) => headers.map((each) => each.split(':')[0]).join(', ');
  return [`- headers in the order ${names(old)}`, `+ headers in the order ${names(now)}`];
}

function changed(old: string[], now: string[]): string[] {
  if (old.join('\n') === now.join('\n')) return [];
  return diffArrays(old, now).flatMap(({ added, removed, value }) => {
    if (!added && !removed) return [];
    return value.map((line) => `${added ? '+' : '-'} ${line.slice(0, LONGEST_LINE)}`);
  });
}

/** Short enough that a word which differs can be seen: JSON by its fields, markup by its elements. */
function bodyLines(body: string): string[] {
  try {
    return JSON.stringify(JSON.parse(body), null, 1).split('\n');
  } catch {
    return body.split(/\n|(?=<)/);
  }
}

function cut(lines: string[]): string[] {
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `… and ${lines.length - MOST_LINES} lines more`];
}

const ID = /\{\w+\}|‹id \d+›|‹token›|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function routeOf(key: string): string {
  const [, method = '', path = key] = /([A-Z]+) (\S+)/.exec(key) ?? [];
  const [address = ''] = path.split('?');
  return `${address.replace(ID, ':id')} ${method}`.trim();
}
