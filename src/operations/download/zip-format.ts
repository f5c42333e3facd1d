// The records of a ZIP file: before each file, in the directory, and at the end.

export interface ZippedFile {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly crc: number;
  readonly deflated: number;
  readonly size: number;
  readonly offset: number;
}

type Field = readonly [bytes: 2 | 4 | 8, value: number] | Buffer;

function record(...fields: Field[]): Buffer {
  const parts = fields.map((field) => {
    if (Buffer.isBuffer(field)) return field;
    const [bytes, value] = field;
    const part = Buffer.alloc(bytes);
    if (bytes === 8) part.writeBigUInt64LE(BigInt(value));
    else part.writeUIntLE(value, 0, bytes);
    return part;
  });
  return Buffer.concat(parts);
}

const signature = (letters: string) => Buffer.from(`PK${letters}`, 'latin1');

/** The largest values of two- and four-byte fields mean that the number is in a larger field (Zip64). */
const MOST = { 2: 0xffff, 4: 0xffff_ffff } as const;
const orMost = (bytes: 2 | 4, value: number): Field => [bytes, Math.min(value, MOST[bytes])];

const ZIP64 = 45;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const MADE_BY_UNIX = (3 << 8) | 63;
const FILE_MODE = 0o100664 * 0x1_0000;

const within = (value: number, most: number) => Math.min(most, Math.max(0, value));

function described(
  { name, modifiedAt, crc, deflated, size }: ZippedFile,
  larger: Buffer,
  put: Field[],
) {
  const at = modifiedAt;
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = within(at.getUTCFullYear() - 1980, 127);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const seconds = within(Math.floor(at.getTime() / 1000), 0x7fff_ffff);
  // Seconds since 1970, because the other time field has no time zone.
  const extra = record([2, 0x5455], [2, 5], Buffer.of(1), [4, seconds], larger);
  const path = Buffer.from(name);
  return record(
    record([2, larger.length > 0 ? ZIP64 : 20], [2, UTF8_NAMES], [2, DEFLATED]),
    record([2, time], [2, date], [4, crc], [4, deflated], [4, size]),
    record([2, path.length], [2, extra.length], ...put, path, extra),
  );
}

export const headerOf = (file: ZippedFile): Buffer =>
  record(signature('\x03\x04'), described(file, Buffer.alloc(0), []));

export function directoryEntryOf(file: ZippedFile): Buffer {
  const isFar = file.offset >= MOST[4];
  const larger = isFar ? record([2, 1], [2, 8], [8, file.offset]) : Buffer.alloc(0);
  const put: Field[] = [[2, 0], [2, 0], [2, 0], [4, FILE_MODE], orMost(4, file.offset)];
  return record(signature('\x01\x02'), [2, MADE_BY_UNIX], described(file, larger, put));
}

export function endOf(entries: number, from: number, to: number): Buffer {
  const size = to - from;
  const isLarge = entries >= MOST[2] || to >= MOST[4];
  const larger = isLarge
    ? record(
        record(signature('\x06\x06'), [8, 44], [2, MADE_BY_UNIX], [2, ZIP64], [4, 0], [4, 0]),
        record([8, entries], [8, entries], [8, size], [8, from]),
        record(signature('\x06\x07'), [4, 0], [8, to], [4, 1]),
      )
    : Buffer.alloc(0);
  const counts = [orMost(2, entries), orMost(2, entries), orMost(4, size), orMost(4, from)];
  return record(larger, signature('\x05\x06'), [2, 0], [2, 0], ...counts, [2, 0]);
}
