// Finds targets on a page that are too small: under 24 px, or under 44 px for often used ones on a touch screen.

import type { Page } from 'playwright-core';

/** Targets that people use often: buttons, fields and the navigation. */
const OFTEN =
  'button, .button, select, input:not([type="checkbox"]), textarea, nav[aria-label="Desk"] a';

/**
 * Measures all visible targets. A link inside a sentence is only as high as its line, and is left out; so are targets
 * inside previews of other pages.
 */
const MEASURED = `(() => {
  const isInSentence = (link) => [...link.parentNode.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && /[^\\s·,]/.test(node.textContent),
  );
  const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().left >= 0;
  const boxOf = (element) => (element.closest('label') ?? element).getBoundingClientRect();
  return [...document.querySelectorAll('a[href], [type="checkbox"], ${OFTEN}')]
    .filter((element) => isShown(element) && !element.closest('.editor, .preview, .embed-preview, article'))
    .filter((element) => !element.matches('a:not(.button)') || !isInSentence(element))
    .map((element) => ({
      name: location.pathname + ' ' + element.outerHTML.slice(0, 90),
      height: Math.round(boxOf(element).height),
      isOften: element.matches('${OFTEN}'),
    }));
})()`;

interface Measured {
  name: string;
  height: number;
  isOften: boolean;
}

const isMeasured = (value: unknown): value is Measured =>
  typeof value === 'object' && value !== null && 'height' in value && 'isOften' in value;

/** `isTouched` is true if the browser has a touch screen. */
export async function smallTargets(page: Page, isTouched: boolean): Promise<string[]> {
  const found: unknown = await page.evaluate(MEASURED);
  const measured = Array.isArray(found) ? found.filter(isMeasured) : [];
  return measured
    .filter(({ height, isOften }) => height < (isTouched && isOften ? 44 : 24))
    .map(({ name, height }) => `${height} px: ${name}`);
}
