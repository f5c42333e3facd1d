// Counts the values of JSON before parsing, because two bytes can be a value that takes a microsecond to process.

const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;

/** Expects UTF-8 bytes. For text that isn't JSON, the result is an estimate. */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  let [values, isInString] = [1, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
    if (values > most) return true;
  }
  return false;
}
