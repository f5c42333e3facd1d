// The demo's greeting: three things to try first, with the data that they need.

import type { Config } from '../../config.ts';

interface SignIn {
  email: string;
  password: string;
}

const DRAFT = JSON.stringify({
  headline: 'Hello from a program',
  body_md: 'Drafted with a key. *Only the writer* can publish it.',
});

export const greeting = ({ siteName, baseUrl }: Config, writer: SignIn, key: string) => `
  ${siteName} is at ${baseUrl}

  Three things to try first:

  1. Read, as anyone can:
     ${baseUrl}/

  2. Draft, as a program does, with the writer's key. In another terminal:
     curl ${baseUrl}/api/v1/pieces -H 'Authorization: Bearer ${key}' \\
       -H 'Content-Type: application/json' -d '${DRAFT}'

  3. Publish it, as only the writer can. Sign in at the desk, open the draft:
     ${baseUrl}/desk

  Email         ${writer.email}
  Password      ${writer.password}
  API key       ${key}
  For programs  ${baseUrl}/developers

  Stop with Ctrl+C.
`;
