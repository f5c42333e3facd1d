/** Languages whose code is highlighted, each loaded when a piece first uses it. */

const LANGUAGES = [
  ...['c', 'cpp', 'csharp', 'css', 'diff', 'docker', 'elixir', 'go', 'graphql', 'haskell'],
  ...['html', 'ini', 'java', 'javascript', 'json', 'jsx', 'kotlin', 'lua', 'make', 'markdown'],
  ...['php', 'python', 'r', 'ruby', 'rust', 'shellscript', 'sql', 'swift', 'toml', 'tsx'],
  ...['typescript', 'xml', 'yaml'],
] as const;

export type Language = (typeof LANGUAGES)[number];

export interface Block {
  readonly code: string;
  readonly language: Language;
}

const aliases: Readonly<Record<string, Language>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  bash: 'shellscript',
  cs: 'csharp',
  dockerfile: 'docker',
  ex: 'elixir',
  gql: 'graphql',
  hs: 'haskell',
  js: 'javascript',
  kt: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** Language that an info string names, or null if it is not highlighted. */
export function languageNamed(name: string): Language | null {
  const known = name.toLowerCase();
  const named = Object.hasOwn(aliases, known) ? aliases[known] : known;
  return LANGUAGES.find((language) => language === named) ?? null;
}

export const loadLanguage = (language: Language) => import(`shiki/langs/${language}.mjs`);
