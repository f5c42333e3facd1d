// The addresses of a name: from the hosts file, else from the name servers, and nobody waits meanwhile.

import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Every address that a name has; none where nobody knows it, or nobody says so in time. */
export type Resolve = (host: string) => Promise<string[]>;

const HOSTS_FILE =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** How long a name server has, the first time; a second time it has twice as long. */
const PATIENCE = { timeout: 2_000, tries: 2 };

/**
 * The system's own look-up keeps one of two threads for as long as a name server is silent, and the
 * names of everybody else wait for it. So the name servers are asked from here.
 */
export const resolvedBy =
  (resolver: () => Resolver): Resolve =>
  async (host) => {
    const name = host.replace(/\.$/, '').toLowerCase();
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const listed = await inHostsFile(name);
    return listed.length > 0 ? listed : asked(resolver(), name);
  };

/** With the name servers that the system has at this moment. */
export const systemResolve: Resolve = resolvedBy(() => new Resolver(PATIENCE));

async function asked(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

async function inHostsFile(name: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((each) => each.toLowerCase() === name);
    return isNamed && isIP(address) ? [address] : [];
  });
}
