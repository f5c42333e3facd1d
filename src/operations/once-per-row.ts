// What is made of a row that the store remembers is remembered with it, and forgotten with it.

import type { Urls } from './urls.ts';

type Make<Row, Value> = (row: Row, urls: Urls) => Value;

export function oncePerRow<Row extends object, Value>(make: Make<Row, Value>): Make<Row, Value> {
  const known = new WeakMap<Urls, WeakMap<Row, Value>>();
  return (row, urls) => {
    const values = known.get(urls) ?? new WeakMap<Row, Value>();
    known.set(urls, values);
    const before = values.get(row);
    if (before !== undefined) return before;
    const value = make(row, urls);
    values.set(row, value);
    return value;
  };
}
