// Draws the house as docs/architecture.svg, from the tables and the imports: npm run architecture:draw.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFiles } from './check.ts';
import { houseOf } from './drawing/house.ts';
import { layoutOf } from './drawing/layout.ts';
import { type Colours, descriptionOf, svgOf } from './drawing/svg.ts';
import { DRAFT, READ } from './drawing/ways.ts';
import { FLOORS } from './floors.ts';
import { ROOMS } from './rooms.ts';

const ROOT = join(import.meta.dirname, '..');

export const DRAWING = join(ROOT, 'docs/architecture.svg');

export function drawing(): string {
  const house = houseOf(ROOMS, FLOORS, ownFiles());
  const ways = [READ, DRAFT];
  const css = readFileSync(join(ROOT, 'assets/tokens.css'), 'utf8');
  return svgOf(layoutOf(house, ways), descriptionOf(house, ways), coloursIn(css));
}

const coloursIn =
  (css: string): Colours =>
  (name) => {
    const [, light, dark] =
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
    if (!light || !dark) throw new Error(`assets/tokens.css has no colour --${name}.`);
    return [light, dark];
  };

if (import.meta.main) writeFileSync(DRAWING, drawing());
