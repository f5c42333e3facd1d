// Parses a Dockerfile into stages and their steps, and decides what .dockerignore lets into the build.

interface Step {
  instruction: string;
  /** The rest of the instruction, on one line. */
  text: string;
}

export type Stage = Step[];

export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  const steps = lines.map((line) => {
    const [, instruction = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (!instruction) throw new Error(`Not a step on one line: ${line}`);
    return { instruction, text };
  });
  const stages: Stage[] = [];
  for (const step of steps) {
    if (step.instruction === 'FROM') stages.push([]);
    stages.at(-1)?.push(step);
  }
  return stages;
}

export const stepsIn = (stage: Stage, instruction: string) =>
  stage.filter((step) => step.instruction === instruction).map(({ text }) => text);

/** The command of a CMD, including one inside a HEALTHCHECK. */
export function commandIn(text: string): string[] {
  return JSON.parse(/\[.*\]$/.exec(text)?.[0] ?? '[]');
}

/** The variables set by ENV; a line may set several. */
export function environmentIn(stage: Stage): { [name: string]: string } {
  const pairs = stepsIn(stage, 'ENV').flatMap((text) => text.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s)));
}

/** A .dockerignore pattern. Unlike in a shell, a star also matches names that begin with a dot. */
const patternOf = (line: string) =>
  new RegExp(`^${line.replace(/^!/, '').replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);

/** Applies .dockerignore as the builder does: the last line that matches the path or a folder above it decides. */
export function isSentToBuild(dockerignore: string, path: string): boolean {
  const parts = path.split('/');
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const lines = dockerignore.split('\n').filter((line) => line && !line.startsWith('#'));
  const deciding = lines.findLast((line) => above.some((each) => patternOf(line).test(each)));
  return deciding === undefined || deciding.startsWith('!');
}
