// The service that this script came from, and the elements on the page that belong to that service.

const { currentScript } = document;

// currentScript is set only while a classic script first runs. A module finds its own URL at the top of a stack trace,
// since `import.meta` would be a syntax error in a classic script.
export const SOURCE =
  (currentScript && 'src' in currentScript && currentScript.src) ||
  /https?:\S+?(?=:\d+:\d)/.exec(new Error().stack ?? '')?.[0] ||
  '';

const originOf = (url: string) => Object.assign(document.createElement('a'), { href: url }).origin;

const ORIGIN = originOf(SOURCE);

/** Marks the page for later copies of this script. Returns false if an earlier copy has already marked it. */
const isFirstBy = (name: string) =>
  !(Symbol.for(name) in window) && Reflect.set(window, Symbol.for(name), SOURCE);

const isFirst = isFirstBy('service-widget');

/** False in a second copy of the same service's script, which then does nothing. */
export const isFirstCopy = isFirstBy(ORIGIN);

/** The origin of the service that an element names, or of the author's link inside it, which embed codes contain. */
function serviceOf(target: HTMLElement): string | undefined {
  const { service } = target.dataset;
  return service
    ? originOf(service)
    : target.querySelector<HTMLAnchorElement>('a[href*="/author/"]')?.origin;
}

/**
 * Whether the element belongs to another service whose script is on the page. A mark on `window` shows that, since
 * `import()` leaves no script element.
 */
export function isOthers(target: HTMLElement): boolean {
  const named = serviceOf(target);
  return named !== undefined && named !== ORIGIN && Symbol.for(named) in window;
}

/**
 * An element that names no service belongs to the service whose script ran first. So does an element of a service that
 * the page doesn't load.
 */
export function isOurs(target: HTMLElement): boolean {
  const named = serviceOf(target);
  const { service } = target.dataset;
  if (service || named === ORIGIN) return named === ORIGIN;
  return isFirst && ![...document.scripts].some(({ src }) => src.startsWith(`${named}/embed.js`));
}
