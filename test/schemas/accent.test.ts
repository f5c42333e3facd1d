// The accent colour: for an illegible colour, the nearest legible one is offered.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  contrastOf,
  HOUSE_ACCENT,
  isReadable,
  LEAST_CONTRAST,
  readableAccent,
  THEMES,
} from '../../src/schemas/identity/accent.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('the accent colour', () => {
  for (const theme of THEMES) {
    test(`of ${theme} pages can be read once it is the nearest`, () => {
      fc.assert(
        fc.property(colours, (colour) => {
          const near = readableAccent(colour, theme);
          assert.match(near, /^#[0-9a-f]{6}$/);
          assert.ok(isReadable(near, theme), `${colour} became ${near}`);
          // Nothing is changed that is good, and what was made good stays as it is.
          if (isReadable(colour, theme)) assert.equal(near, colour);
          assert.equal(readableAccent(near, theme), near);
        }),
      );
    });

    test(`of the house can be read on ${theme} pages`, () => {
      assert.ok(contrastOf(HOUSE_ACCENT[theme], theme) >= LEAST_CONTRAST);
    });
  }

  test('is measured as WCAG does, on the colours of the style sheet', () => {
    assert.ok(Math.abs(contrastOf('#777777', 'light') - 3.9) < 0.1);
    const tokens = readFileSync(new URL('../../assets/tokens.css', import.meta.url), 'utf8');
    const { light, dark } = HOUSE_ACCENT;
    assert.ok(tokens.includes(`--accent: light-dark(${light}, ${dark})`));
    const grounds = [
      '--paper: light-dark(#fbfaf7, #141311)',
      '--raised: light-dark(#ffffff, #1c1a17)',
    ];
    for (const ground of [...grounds, '--wash: light-dark(#f3efe7, #201d19)']) {
      assert.ok(tokens.includes(ground), ground);
    }
  });
});
