// The command line: finds the command, runs it, and turns a failure into one line.

import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Command, parse } from './commands/command.ts';
import { exit } from './commands/shutdown.ts';
import { OperatorError, Problem } from './errors.ts';

// Compiled code is cached on disk, which halves the start time and saves 30 MB. An unwritable folder is ignored.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)));

// Output may fail because the disk is full or its reader has gone. A service continues; a command has failed.
process.stdout.once('error', ({ message }) => {
  process.exitCode = 1;
  console.error(`Standard output cannot be written: ${message}`);
});
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const archive = async () => (await import('./commands/archive.ts')).archiveCommands;
const backup = async () => (await import('./commands/backup.ts')).backupCommands;
const maintenance = async () => (await import('./commands/maintenance.ts')).maintenanceCommands;

/** Commands by their first word, imported lazily, because most need little of the service. */
const COMMANDS: { [word: string]: () => Promise<Command[]> } = {
  serve: async () => [(await import('./commands/serve.ts')).serve],
  demo: async () => [(await import('./commands/demo/demo.ts')).demo],
  deliver: async () => [(await import('./commands/deliver.ts')).deliver],
  writer: async () => (await import('./commands/writer.ts')).writerCommands,
  record: async () => (await import('./commands/record.ts')).recordCommands,
  key: async () => (await import('./commands/key.ts')).keyCommands,
  oauth: async () => (await import('./commands/oauth.ts')).oauthCommands,
  import: archive,
  export: archive,
  backup,
  restore: backup,
  migrate: maintenance,
  rebuild: maintenance,
  'erase-due': maintenance,
  doctor: async () => [(await import('./commands/doctor.ts')).doctor],
};

async function main(args: string[]): Promise<void> {
  const asksForHelp = args.includes('--help') || args.includes('-h');
  const commands = await commandsFor(args[0]);
  const command = commands.find(({ name }) => startsWith(args, name));
  if (!command) {
    if (!asksForHelp && args.length > 0) {
      throw new OperatorError(`There is no command ${args.join(' ')}. Try --help.`);
    }
    console.log(overview(commands));
    return;
  }
  if (asksForHelp) console.log(helpFor(command));
  else await command.run(parse(command, args.slice(command.name.split(' ').length)));
}

/** The commands that begin with the word, or all commands if none does. */
async function commandsFor(word = ''): Promise<Command[]> {
  const load = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (load) return load();
  const all: Command[] = [];
  // One after the other, because importing modules that depend on each other concurrently fails.
  for (const each of new Set(Object.values(COMMANDS))) all.push(...(await each()));
  return all;
}

const startsWith = (args: string[], name: string) =>
  name.split(' ').every((word, at) => args[at] === word);

const helpFor = ({ name, usage, summary }: Command) =>
  `${summary}\n\n  npm run -s cli -- ${`${name} ${usage}`.trim()}`;

function overview(commands: Command[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`);
  return ['npm run -s cli -- COMMAND …, each with --help', '', ...lines].join('\n');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof OperatorError || error instanceof Problem;
  const message = error instanceof Error ? error.message : String(error);
  console.error(isExpected ? message : `Unexpected: ${message}`);
  await exit(1);
}
