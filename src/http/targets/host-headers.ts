// Counts the Host headers of a request. With two, caches and proxies in front may have used the other one.

/** Counts raw headers, because Node keeps only the first Host. Every request passes here. */
export function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && (name === 'Host' || name.toLowerCase() === 'host')) count += 1;
  }
  return count;
}
