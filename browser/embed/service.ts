// Which service this script is from, and which elements of a page are that service's.

const { currentScript } = document;

// currentScript is set only while a classic script first runs. A module finds itself at the top of a stack trace,
// since `import.meta` would be a syntax error wherever the script is none.
export const SOURCE =
  (currentScript && 'src' in currentScript && currentScript.src) ||
  /https?:\S+?(?=:\d+:\d)/.exec(new Error().stack ?? '')?.[0] ||
  '';

const originOf = (url: string) => Object.assign(document.createElement('a'), { href: url }).origin;

const ORIGIN = originOf(SOURCE);

/** Marks the page, for copies of this script that come later; false where one has done so before. */
const isFirstBy = (name: string) =>
  !(Symbol.for(name) in window) && Reflect.set(window, Symbol.for(name), SOURCE);

const isFirst = isFirstBy('service-widget');

/** A second copy of the same service's script does nothing. */
export const isFirstCopy = isFirstBy(ORIGIN);

/** The service that an element says it is of; or the link in it, as embed codes have one. */
function serviceOf(target: HTMLElement): string | undefined {
  const { service } = target.dataset;
  return service
    ? originOf(service)
    : target.querySelector<HTMLAnchorElement>('a[href*="/author/"]')?.origin;
}

/** Of another service, whose script is on the page: `import()` leaves no element there, but a mark. */
export function isOthers(target: HTMLElement): boolean {
  const named = serviceOf(target);
  return named !== undefined && named !== ORIGIN && Symbol.for(named) in window;
}

/**
 * Elements that say nothing are left to the service that came first, and so are those of a service that the page
 * does not load.
 */
export function isOurs(target: HTMLElement): boolean {
  const named = serviceOf(target);
  const { service } = target.dataset;
  if (service || named === ORIGIN) return named === ORIGIN;
  return isFirst && ![...document.scripts].some(({ src }) => src.startsWith(`${named}/embed.js`));
}
