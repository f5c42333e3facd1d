// How often a request says which host it means. With two, caches and proxies in front may have taken the other one.

/** Node keeps the first of several, so they are counted among what came. Every request passes here. */
export function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && (name === 'Host' || name.toLowerCase() === 'host')) count += 1;
  }
  return count;
}
