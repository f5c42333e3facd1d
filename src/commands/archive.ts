// The commands import and export: all content as one file of JSON lines.

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { OperatorError } from '../errors.ts';
import { exportArchive } from '../operations/archive/export.ts';
import { checkArchive, importArchive } from '../operations/archive/import.ts';
import { linesOf } from '../operations/archive/lines.ts';
import { ImportRefused } from '../operations/archive/refusals.ts';
import type { Context } from '../operations/operation.ts';
import { PRIVATE } from '../private-files.ts';
import { type Command, withData, withStore } from './command.ts';
import { Progress } from './progress.ts';

const ERRORS_SHOWN = 20;

const importCommand: Command = {
  name: 'import',
  summary: 'Import an archive: all of it, or nothing if a line is wrong.',
  usage: '[--check] FILE.ndjson',
  operands: 1,
  options: { check: { type: 'boolean' } },
  async run(given) {
    const file = given.operand(0);
    const { size } = await statOf(file);
    const isCheck = given.has('check');
    await withStore((context) => importFile(context, file, size, isCheck));
  },
};

async function importFile(
  context: Context,
  file: string,
  size: number,
  isCheck: boolean,
): Promise<void> {
  const progress = new Progress(size, isCheck ? 'Checking' : 'Importing');
  const chunks = async function* () {
    let read = 0;
    for await (const chunk of createReadStream(file)) {
      read += chunk.length;
      progress.at(read);
      yield chunk;
    }
  };
  try {
    const take = isCheck ? checkArchive : importArchive;
    const { authors, pieces, products, series, pages } = await take(context, linesOf(chunks()));
    progress.end();
    const did = isCheck ? 'Checked' : 'Imported';
    console.log(`${did} ${authors} authors, ${pieces} pieces and ${products} products.`);
    if (series > 0) console.log(`${did} ${series} series.`);
    if (pages > 0) console.log(`${did} ${pages} pages of the site.`);
    if (isCheck) console.log(`${file} can be imported. Nothing was stored.`);
  } catch (error) {
    progress.end();
    if (!(error instanceof ImportRefused)) throw error;
    for (const { line, field, reason } of error.errors.slice(0, ERRORS_SHOWN)) {
      console.error(`line ${line}: ${field}: ${reason}`);
    }
    const more = error.errors.length - ERRORS_SHOWN;
    if (more > 0) console.error(`and ${more} more`);
    throw new OperatorError(`Nothing was imported: ${file} has ${error.errors.length} problems.`);
  }
}

async function statOf(file: string) {
  try {
    const stats = await stat(file);
    if (stats.isFile()) return stats;
  } catch {
    // Missing files and folders both get the error below.
  }
  throw new OperatorError(`There is no file ${file}.`);
}

const exportCommand: Command = {
  name: 'export',
  summary: 'Export everything, or the content of one writer, to an archive.',
  usage: '[--writer SLUG] FILE.ndjson',
  operands: 1,
  options: { writer: { type: 'string' } },
  run: (given) =>
    withData((context) => exportFile(context, given.text('writer') ?? null, given.operand(0))),
};

async function exportFile(context: Context, writer: string | null, file: string): Promise<void> {
  try {
    if (await isSpecial(file)) {
      await writeLines(context, writer, file);
    } else {
      const lines = await writeWhole(context, writer, file);
      console.log(`Exported ${lines} records to ${file}.`);
    }
  } catch (error) {
    const isAboutFile = error instanceof Error && 'syscall' in error;
    throw isAboutFile ? new OperatorError(`${file} cannot be written: ${error.message}`) : error;
  }
}

/** True for a pipe or a device, which is written to directly, because no file may replace it. */
const isSpecial = (file: string) =>
  stat(file).then(
    (stats) => !stats.isFile() && !stats.isDirectory(),
    () => false,
  );

/** Writes atomically, and follows a link. Only the owner can read the file, because it includes all drafts. */
async function writeWhole(context: Context, writer: string | null, file: string): Promise<number> {
  const target = await realpath(file).catch(() => file);
  const partial = `${target}.partial`;
  try {
    await rm(partial, { force: true });
    const lines = await writeLines(context, writer, partial, { flush: true });
    await rename(partial, target);
    return lines;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeLines(
  context: Context,
  writer: string | null,
  file: string,
  { flush = false } = {},
): Promise<number> {
  const stream = createWriteStream(file, { flush, mode: PRIVATE.file });
  // The error is not lost: the next write throws it.
  stream.on('error', () => {});
  const write = async (line: string) => {
    if (stream.errored) throw stream.errored;
    if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  };
  try {
    await once(stream, 'open');
    const lines = await exportArchive(context, writer, write);
    stream.end();
    await finished(stream);
    return lines;
  } finally {
    stream.destroy();
  }
}

export const archiveCommands = [importCommand, exportCommand];
