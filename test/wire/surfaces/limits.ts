// Rate limits: what they tell, and what they answer when there were too many.

import { get, type Step, submit } from '../steps.ts';

const FROM = { 'x-forwarded-for': '203.0.113.9' };
const ELSEWHERE = { 'x-forwarded-for': '203.0.113.10' };

const READS = [
  '/api/public/pieces/recent',
  '/feed.json',
  '/llms.txt',
  '/',
  '/embed/iris-calloway/badge.svg',
  '/api/mcp/server-card',
  '/preview/x',
  '/api/mcp',
];

export const limits: Step[] = [
  get('/api/public/pieces/recent', { note: 'this machine' }),
  ...READS.map((path) => get(path, { headers: FROM, note: 'counted' })),
  get('/api/public/pieces/recent', { headers: FROM, before: 600, note: 'too many' }),
  ...READS.map((path) => get(path, { headers: FROM, note: 'too many' })),
  { path: '/api/mcp', json: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: FROM },
  get('/healthz', { headers: FROM }),
  get('/assets/site.css', { headers: FROM }),
  get('/api/v1/pieces/me', { headers: { ...ELSEWHERE, authorization: 'Bearer {key}' } }),
  {
    path: '/api/v1/pieces',
    json: { headline: 'x', body_md: 'x' },
    headers: { ...ELSEWHERE, authorization: 'Bearer {key}' },
  },
  get('/api/v1/pieces/me', { headers: ELSEWHERE, note: 'no key' }),
  get('/api/v1/pieces/me?limit=1', {
    headers: { ...ELSEWHERE, authorization: 'Bearer {key}' },
    before: 120,
    note: 'too many',
  }),
  { path: '/read/x', method: 'POST', headers: ELSEWHERE },
  ...submit(
    'guesser',
    '/desk/sign-in',
    { email: 'iris@example.org', password: 'wrong' },
    { headers: ELSEWHERE, note: 'counted' },
  ),
  ...submit(
    'guesser',
    '/desk/sign-in',
    { email: 'iris@example.org', password: 'wrong' },
    { headers: ELSEWHERE, before: 10, note: 'too many' },
  ),
];
