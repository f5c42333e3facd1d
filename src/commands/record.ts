// record verify: checks the record of a piece that a writer has shown, without any database.

import { readFile } from 'node:fs/promises';
import { OperatorError, Problem } from '../errors.ts';
import { faultsIn, keysIn, recordFrom } from '../operations/provenance/verify-record.ts';
import type { Command } from './command.ts';

const recordVerify: Command = {
  name: 'record verify',
  summary: 'Check the record of a piece: every hash and every signature.',
  usage: 'FILE [--key PUBLIC_KEY]',
  options: { key: { type: 'string' } },
  operands: 1,
  async run(given) {
    const record = await readRecord(given.operand(0));
    const faults = [...faultsIn(record), ...strangeKeys(keysIn(record), given.text('key'))];
    if (faults.length > 0) throw new OperatorError(faults.join(' '));
    const { piece, versions, keys_url } = record;
    console.log(`The record of “${piece.headline}” is whole: ${versions.length} versions.`);
    for (const key of keysIn(record)) {
      console.log(`Signed with ${key}. The keys of the service are at ${keys_url}`);
    }
  },
};

/** With a key, nothing that another one signed counts. */
const strangeKeys = (keys: readonly string[], wanted: string | undefined) =>
  keys
    .filter((key) => wanted !== undefined && key !== wanted)
    .map((key) => `It is signed with another key: ${key}.`);

async function readRecord(file: string) {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new OperatorError(`${file} cannot be read: ${cause.message}`);
  });
  try {
    return recordFrom(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Problem ? error.reason : 'it is not JSON.';
    throw new OperatorError(`${file} is no record of a piece: ${why}`);
  }
}

export const recordCommands = [recordVerify];
