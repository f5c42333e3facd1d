// The visible part of the window between the bar and the row of tools, which lies on top of a phone's keyboard.

import { barHeight } from '../bar.ts';

export const clearTop = barHeight;

export function clearBottom(): number {
  const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  const row = document.querySelector('.touch-row');
  const isFixed = row !== null && getComputedStyle(row).position === 'fixed';
  return isFixed ? Math.min(seen, row.getBoundingClientRect().top) : seen;
}
