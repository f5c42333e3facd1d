// The samples of docs/webhooks.md, each run by its interpreter where there is one.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { newSecret, signedHeaders } from '../client/signed.ts';

interface Language {
  fence: string;
  file: string;
  /** Code that reads a request from standard input and says whether the sample accepts it. */
  harness: { file: string; text: string };
  command: string[];
  /** Says whether the interpreter is there. */
  probe: string[];
}

const LANGUAGES: Language[] = [
  {
    fence: 'ts',
    file: 'verify.ts',
    harness: {
      file: 'main.ts',
      text: `import { readFileSync } from 'node:fs';
import { verify } from './verify.ts';
const { body, headers, secret } = JSON.parse(readFileSync(0, 'utf8'));
console.log(verify(Buffer.from(body, 'base64'), headers, secret));`,
    },
    command: [process.execPath, 'main.ts'],
    probe: [process.execPath, '--version'],
  },
  {
    fence: 'python',
    file: 'verify.py',
    harness: {
      file: 'main.py',
      text: `import base64, json, sys
from verify import verify
sent = json.load(sys.stdin)
print(str(verify(base64.b64decode(sent["body"]), sent["headers"], sent["secret"])).lower())`,
    },
    command: ['python3', 'main.py'],
    probe: ['python3', '--version'],
  },
  {
    fence: 'go',
    file: 'verify.go',
    harness: {
      file: 'main.go',
      text: `package main
import ("encoding/json"; "fmt"; "net/http"; "os")
func main() {
	var sent struct { Body []byte; Headers map[string]string; Secret string }
	if err := json.NewDecoder(os.Stdin).Decode(&sent); err != nil { panic(err) }
	headers := http.Header{}
	for name, value := range sent.Headers { headers.Set(name, value) }
	fmt.Println(verify(sent.Body, headers, sent.Secret))
}`,
    },
    command: ['go', 'run', 'verify.go', 'main.go'],
    probe: ['go', 'version'],
  },
  {
    fence: 'php',
    file: 'verify.php',
    harness: {
      file: 'main.php',
      text: `<?php
require 'verify.php';
$sent = json_decode(stream_get_contents(STDIN), true);
echo json_encode(verify(base64_decode($sent['body']), $sent['headers'], $sent['secret']));`,
    },
    command: ['php', 'main.php'],
    probe: ['php', '--version'],
  },
];

const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

const sampleIn = (fence: string) =>
  new RegExp(`^\`\`\`${fence}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';

const isThere = ([command = '', ...args]: string[]) => spawnSync(command, args).status === 0;

const now = () => Math.floor(Date.now() / 1000);
const secret = newSecret();
const body = JSON.stringify({ title: 'Grüße, 世界' });

const REQUESTS = [
  {
    name: 'a delivery',
    holds: true,
    headers: () => signedHeaders({ secrets: [secret], body }),
    body,
  },
  {
    name: 'a delivery while the secret is replaced',
    holds: true,
    headers: () => signedHeaders({ secrets: [newSecret(), secret], body }),
    body,
  },
  {
    name: 'a changed byte',
    holds: false,
    headers: () => signedHeaders({ secrets: [secret], body }),
    body: body.replace('G', 'H'),
  },
  {
    name: 'another secret',
    holds: false,
    headers: () => signedHeaders({ secrets: [newSecret()], body }),
    body,
  },
  {
    name: 'an old delivery',
    holds: false,
    headers: () => signedHeaders({ secrets: [secret], body, timestamp: now() - 3_600 }),
    body,
  },
  { name: 'no headers at all', holds: false, headers: () => ({}), body },
];

for (const { fence, file, harness, command, probe } of LANGUAGES) {
  describe(`the sample in ${fence}`, { skip: !isThere(probe) }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'standfirst-sample-'));
    after(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, file), sampleIn(fence));
    await writeFile(join(folder, harness.file), harness.text);
    for (const { name, holds, headers, body } of REQUESTS) {
      test(`${holds ? 'takes' : 'refuses'} ${name}`, () => {
        const input = JSON.stringify({
          body: Buffer.from(body).toString('base64'),
          headers: headers(),
          secret,
        });
        const [program = '', ...args] = command;
        const { stdout, stderr } = spawnSync(program, args, { cwd: folder, input });
        assert.equal(String(stdout).trim(), String(holds), String(stderr));
      });
    }
  });
}

test('the command for X-Service-Signature makes the very signature', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standfirst-sample-'));
  after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'body.json'), body);
  const env = { PATH: process.env['PATH'], SECRET: secret };
  const { stdout } = spawnSync('sh', ['-c', sampleIn('sh')], { cwd: folder, env });
  const headers = signedHeaders({ secrets: [secret], body });
  assert.equal(String(stdout).trim(), headers['x-service-signature']);
});
