// Counts the Host headers of a request. If there are two, caches and proxies in front may have used the other one.

/** Raw headers are counted, because Node keeps only the first Host. */
export function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && (name === 'Host' || name.toLowerCase() === 'host')) count += 1;
  }
  return count;
}
