// A program from Debian that a test runs unchanged, and that is installed if it is missing and can be installed.

import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

const find = (name: string) => PLACES.map((place) => `${place}/${name}`).find(existsSync);

/** The path of the program. If it is not available, the test fails and says what to install. */
export async function debianProgram(name: string, debianPackage = name): Promise<string> {
  if (!find(name) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await aptGet('update').catch(() => {});
    await aptGet('install', '--yes', '--no-install-recommends', debianPackage).catch(() => {});
  }
  const path = find(name);
  if (path) return path;
  throw new Error(`${name} is missing: install it (Debian: apt-get install ${debianPackage}).`);
}

const aptGet = (...words: string[]) =>
  promisify(execFile)('/usr/bin/apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
    // In this runlevel, the package doesn't start its program as a service.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });

/** The user and group id of `nobody`, since some programs refuse to run as root. */
const NOBODY = 65_534;

/** Runs a program until the end of the test file. Resolves when it accepts connections. */
export async function runUntilEnd(path: string, args: string[], port: number): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += String(text);
    });
  }
  after(() => child.kill('SIGKILL'));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${path} ended: ${output}`);
    await setTimeout(20);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => resolve(true));
    probe.once('error', () => resolve(false));
    probe.once('close', () => probe.destroy());
    probe.once('connect', () => probe.destroy());
  });
}
