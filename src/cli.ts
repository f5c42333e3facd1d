// The operator's door: finds the command, runs it, and turns failure into one line.

import { archiveCommands } from './commands/archive.ts';
import { careCommands } from './commands/care.ts';
import { type Command, parse } from './commands/command.ts';
import { demo } from './commands/demo/demo.ts';
import { keyCommands } from './commands/key.ts';
import { serve } from './commands/serve.ts';
import { writerCommands } from './commands/writer.ts';
import { OperatorError, Problem } from './errors.ts';

const COMMANDS: Command[] = [
  serve,
  demo,
  ...writerCommands,
  ...keyCommands,
  ...archiveCommands,
  ...careCommands,
];

async function main(args: string[]): Promise<void> {
  const asksForHelp = args.includes('--help') || args.includes('-h');
  const command = COMMANDS.find(({ name }) => startsWith(args, name));
  if (!command) {
    if (!asksForHelp && args.length > 0) {
      throw new OperatorError(`There is no command ${args.join(' ')}. Try --help.`);
    }
    console.log(overview(args));
    return;
  }
  if (asksForHelp) console.log(helpFor(command));
  else await command.run(parse(command, args.slice(command.name.split(' ').length)));
}

const startsWith = (args: string[], name: string) =>
  name.split(' ').every((word, at) => args[at] === word);

const helpFor = ({ name, usage, summary }: Command) =>
  `${summary}\n\n  npm run -s cli -- ${`${name} ${usage}`.trim()}`;

function overview([first]: string[]): string {
  const some = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  const lines = (some.length > 0 ? some : COMMANDS).map(
    ({ name, summary }) => `  ${name.padEnd(18)}${summary}`,
  );
  return ['npm run -s cli -- COMMAND …, each with --help', '', ...lines].join('\n');
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof OperatorError || error instanceof Problem;
  const message = error instanceof Error ? error.message : String(error);
  console.error(isExpected ? message : `Unexpected: ${message}`);
  process.exitCode = 1;
}
