// A service on a listening socket that a parent holds, as under systemd's socket activation.

import { once } from 'node:events';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Place } from '../databases/databases.ts';
import { freePort } from '../databases/postgres-server.ts';
import { type Environment, environmentOf, SERVE, startProgram } from './cli.ts';

/** Perl is on every Debian, and clears a descriptor's close-on-exec flag, which Node cannot. */
const HOLDER = fileURLToPath(new URL('hold-socket.pl', import.meta.url));

export async function startOnHeldSocket(place: Place, settings: Environment) {
  const port = await freePort();
  const environment = { ...environmentOf(place), LOG_LEVEL: 'silent', PORT: String(port) };
  const running = startProgram('perl', { ...environment, ...settings }, [
    HOLDER,
    String(port),
    SERVE,
  ]);
  const { process: holder, ended } = running;
  after(() => holder.kill('SIGTERM'));
  let output = '';
  holder.stdout?.on('data', (text) => {
    output += String(text);
  });
  const starts = () => output.match(/ is at http.*\n/g)?.length ?? 0;
  const early = ended.then(({ stderr }) => Promise.reject(new Error(`It ended: ${stderr}`)));
  early.catch(() => {});
  const untilStarts = async (wanted: number) => {
    while (starts() < wanted) {
      if (holder.stdout) await Promise.race([once(holder.stdout, 'data'), early]);
    }
  };
  await untilStarts(1);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Resolves when the next process serves. */
    async restart(): Promise<void> {
      const wanted = starts() + 1;
      holder.kill('SIGHUP');
      await untilStarts(wanted);
    },
    async end() {
      holder.kill('SIGTERM');
      return ended;
    },
  };
}
