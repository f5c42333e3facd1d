// Copies the database in one consistent state while the service runs.

import { chmod, open } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { PRIVATE } from '../../private-files.ts';
import { atOneMoment } from '../../store/postgres/exported-snapshot.ts';
import { backupSqlite, closeLog, examineFile } from '../../store/sqlite/backup.ts';
import type { Manifest } from './manifest.ts';
import { findProgram, runProgram } from './postgres-programs.ts';

type Copied = Omit<Manifest['database'], 'parts'>;

export const copyDatabase = (config: Config, file: string): Promise<Copied> =>
  config.databaseUrl ? dump(config.databaseUrl, file) : copySqlite(config.dataDir, file);

async function copySqlite(dataDir: string, file: string): Promise<Copied> {
  await backupSqlite(dataDir, file);
  closeLog(file);
  const { damage, counts, migrations } = examineFile(file);
  if (damage.length > 0) {
    throw new OperatorError(
      `The database is damaged, so it was not backed up (${damage[0]}). Run doctor.`,
    );
  }
  return { kind: 'sqlite', dump_version: 0, rows: counts, migrations };
}

/** Counts rows in the same snapshot that pg_dump reads. */
const dump = (url: string, file: string): Promise<Copied> =>
  atOneMoment(url, async ({ snapshot, major, rows, migrations }) => {
    const program = await findProgram('pg_dump', major);
    await (await open(file, 'wx', PRIVATE.file)).close();
    await runProgram(program, url, [
      ...['--format=custom', '--no-owner', '--no-privileges', '--no-comments'],
      ...[`--snapshot=${snapshot}`, `--file=${file}`],
    ]);
    await chmod(file, PRIVATE.file);
    return { kind: 'postgres', dump_version: program.major, rows, migrations };
  });
