// What can be hit on a page, and is too small for it: 24 px, and 44 px for a thumb where it is used often.

import type { Page } from 'playwright-core';

/** Used often: what is pressed, chosen and filled in, and the navigation. */
const OFTEN =
  'button, .button, select, input:not([type="checkbox"]), textarea, nav[aria-label="Desk"] a';

/** Links that stand by themselves: one in a sentence is as high as its line. What is shown as it looks elsewhere is left out. */
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

/** `isTouched`: in a browser with a touch screen. */
export async function smallTargets(page: Page, isTouched: boolean): Promise<string[]> {
  const found: unknown = await page.evaluate(MEASURED);
  const measured = Array.isArray(found) ? found.filter(isMeasured) : [];
  return measured
    .filter(({ height, isOften }) => height < (isTouched && isOften ? 44 : 24))
    .map(({ name, height }) => `${height} px: ${name}`);
}
