// DNS lookups: IP addresses from the hosts file, else from the name servers.

import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Returns an empty list if the name is unknown or the name servers time out. */
export type Resolve = (host: string) => Promise<string[]>;

const HOSTS_FILE =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** The timeout for a name server; the retry has twice as long. */
const TIMEOUTS = { timeout: 2_000, tries: 2 };

/** Queries name servers directly: with getaddrinfo, a silent one would make every other lookup wait. */
export const resolvedBy =
  (resolver: () => Resolver): Resolve =>
  async (host) => {
    const name = host.replace(/\.$/, '').toLowerCase();
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const listed = await inHostsFile(name);
    return listed.length > 0 ? listed : asked(resolver(), name);
  };

export const systemResolve: Resolve = resolvedBy(() => new Resolver(TIMEOUTS));

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
