// Review: what a writer submits and an admin decides, with what each of them then sees.

import { type Fields, get, type Step, submit } from '../steps.ts';

const NEW = '/desk/edit/pieces/new';
const PIECE = '/desk/edit/pieces/{mine}';
const LINK = { mine: /[Ll]ocation: \/desk\/edit\/pieces\/([0-9a-f-]{36})/ };
const TEXT: Fields = {
  headline: 'To be reviewed',
  body_md: 'Words.',
  category: 'ideas',
  frame: 'lesson',
};

const submitted = (version: string, note: string): Step[] => [
  get(`${PIECE}/publish`, { as: 'nora', note }),
  ...submit('nora', `${PIECE}/publish`, { version }, { note }),
];

const decide = (decision: string, version: string, note = ''): Step[] =>
  submit('iris', '/desk/review/{mine}', { decision, version, note }, { note: decision });

const seen = (note: string): Step[] => [
  get(PIECE, { as: 'nora', note }),
  get('/desk', { as: 'nora', note }),
  get('/desk/review', { as: 'iris', note }),
  get('/desk/review/{mine}', { as: 'iris', note }),
  get('/pieces/{mine}', { note }),
];

export const review: Step[] = [
  ...submit('nora', NEW, TEXT, { capture: LINK }),
  get(`${PIECE}/publish`, { as: 'iris', note: 'not hers' }),
  ...submitted('9', 'an old version'),
  ...submitted('1', 'submitted'),
  ...seen('submitted'),
  ...submit('nora', PIECE, { ...TEXT, version: '1' }, { note: 'submitted' }),
  ...submit('nora', '/desk/review/{mine}', { decision: 'approve', version: '1' }, { note: 'hers' }),
  ...submit('nora', `${PIECE}/withdraw`, {}),
  ...seen('withdrawn'),
  ...submitted('1', 'again'),
  ...decide('nonsense', '1'),
  ...decide('approve', '9'),
  ...decide('ask_for_changes', '1', 'x'.repeat(2001)),
  ...decide('ask_for_changes', '1', 'Say more.'),
  get('/desk/review?done=ask_for_changes', { as: 'iris' }),
  ...seen('changes asked for'),
  ...submit('nora', PIECE, { ...TEXT, version: '1', body_md: 'More words.' }, { note: 'changed' }),
  ...submitted('2', 'changed'),
  ...decide('reject', '2', 'No.'),
  ...seen('rejected'),
  ...submit('nora', `${PIECE}/reopen`, {}),
  ...seen('reopened'),
  ...submitted('2', 'third'),
  ...decide('approve', '2'),
  ...decide('approve', '2'),
  ...seen('approved'),
  get('/author/nora-field/to-be-reviewed'),
  ...submit('nora', PIECE, { ...TEXT, version: '2', body_md: 'Other words.' }, { note: 'ahead' }),
  ...submitted('3', 'changes'),
  ...seen('changed since review'),
  ...submit('nora', `${PIECE}/unpublish`, {}),
  ...submitted('3', 'unpublished'),
  ...submit('iris', '/desk/writers', { deed: 'suspend', slug: 'nora-field' }, { note: 'nora' }),
  get('/desk', { as: 'nora', note: 'suspended' }),
  ...submit('nora', '/desk/sign-in', { email: 'nora@example.org', password: 'a new password' }),
  ...decide('approve', '2'),
];
