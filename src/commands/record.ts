// The commands record …: check a piece's provenance record without a database, and create a new key for records.

import { readFile } from 'node:fs/promises';
import { OperatorError, Problem } from '../errors.ts';
import { rotateRecordKey } from '../operations/provenance/record-key.ts';
import { faultsIn, keysIn, recordFrom } from '../operations/provenance/verify-record.ts';
import { anyRecord } from '../operations/publishing/piece-record.ts';
import { type Command, withData } from './command.ts';

/** The format before entries had numbers and states. */
const EARLIER_FORMAT = 'standfirst-record/1';

const recordVerify: Command = {
  name: 'record verify',
  summary: 'Check the record of a piece: every hash and every signature.',
  usage: 'FILE [--key PUBLIC_KEY …]',
  options: { key: { type: 'string', multiple: true } },
  operands: 1,
  async run(given) {
    const record = await readRecord(given.operand(0));
    const faults = [...faultsIn(record), ...strangeKeys(keysIn(record), given.texts('key'))];
    if (faults.length > 0) throw new OperatorError(faults.join(' '));
    const { piece, versions, keys_url } = record;
    const many = versions.length === 1 ? '1 version' : `${versions.length} versions`;
    console.log(`The record of “${piece.headline}” is intact: ${many}.`);
    if (keysIn(record).length === 0) console.log('No entry is signed.');
    for (const key of keysIn(record)) {
      console.log(`Signed with ${key}. The keys of the service are at ${keys_url}`);
    }
  },
};

/** The keys that signed entries but are not among those the operator named, if any were named. */
const strangeKeys = (keys: readonly string[], wanted: readonly string[]) =>
  keys
    .filter((key) => wanted.length > 0 && !wanted.includes(key))
    .map((key) => `It is signed with another key: ${key}.`);

async function readRecord(file: string) {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new OperatorError(`${file} cannot be read: ${cause.message}`);
  });
  try {
    const given = JSON.parse(text);
    if (given?.format === EARLIER_FORMAT) {
      throw new OperatorError(
        `${file} was made by an earlier version of the service, and says too little to be checked. ` +
          'Download the record again.',
      );
    }
    return recordFrom(given);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const why = error instanceof Problem ? error.reason : 'it is not JSON.';
    throw new OperatorError(`${file} is not the record of a piece: ${why}`);
  }
}

const rotateKey: Command = {
  name: 'record rotate-key',
  summary: 'Create a new key for signing publications; signatures by the old one stay valid.',
  usage: '',
  run: () =>
    withData(async ({ store }) => {
      await rotateRecordKey(store);
      console.log('The next publication is signed with a new key. The old key stays published.');
    }),
};

const recordShow: Command = {
  name: 'record show',
  summary: 'Print the record of a piece as JSON, also of one that was erased.',
  usage: 'PIECE_ID',
  operands: 1,
  run: (given) =>
    withData(async (context) => {
      console.log(JSON.stringify(await anyRecord(context, given.operand(0)), null, 1));
    }),
};

export const recordCommands = [recordVerify, recordShow, rotateKey];
