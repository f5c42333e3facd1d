/** Copies bold and italic from the clipboard's style sheet to the elements of each class. */

import { DomUtils } from 'htmlparser2';
import { elementsOf, type Page } from './elements.ts';

const RULE = /span\.([\w-]+)\s*\{([^}]*)\}/g;

export function sayByClass(page: Page): void {
  const styles = new Map<string, string>();
  for (const sheet of elementsOf(page, 'style')) {
    for (const [, name = '', rules = ''] of DomUtils.textContent(sheet).matchAll(RULE)) {
      styles.set(name, formatsIn(rules));
    }
  }
  for (const span of elementsOf(page, 'span')) {
    const style = styles.get(span.attribs['class'] ?? '');
    if (style) span.attribs['style'] = `${style};${span.attribs['style'] ?? ''}`;
  }
}

function formatsIn(rules: string): string {
  const font = /(?:^|;)\s*font:([^;]*)/.exec(rules)?.[1] ?? '';
  const isBold = /font-weight:\s*(?:bold|[6-9]00)/.test(rules) || /\bbold\b/.test(font);
  const isItalic = /font-style:\s*italic/.test(rules) || /\bitalic\b/.test(font);
  return [isBold ? 'font-weight:bold' : '', isItalic ? 'font-style:italic' : '']
    .filter(Boolean)
    .join(';');
}
