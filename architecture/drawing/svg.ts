// The drawing as SVG, in the colours of the site's style sheet.

import type { House } from './house.ts';
import { EDGE, type Layout, LINE, PADDING, WIDTH } from './layout.ts';
import type { Line } from './lines.ts';
import type { Band, Box } from './places.ts';
import type { Stair } from './stairs.ts';
import type { Way } from './ways.ts';

/** A colour of assets/tokens.css in light and in dark mode. */
export type Colours = (name: string) => readonly [light: string, dark: string];

export function svgOf(layout: Layout, description: string, colours: Colours): string {
  const { height, bands, boxes, lines, stairs } = layout;
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  const faint = lines.filter(({ isToNextFloor }) => !isToNextFloor);
  const near = lines.filter(({ isToNextFloor }) => isToNextFloor);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`,
    '<title>The rooms of Standfirst on their floors</title>',
    `<desc>${description}</desc>`,
    `<style>${styles(colours)}</style>`,
    `<defs>${tip('tip')}${tip('faint-tip')}</defs>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="6"/>`,
    HEADING,
    ...bands.map(floorOf),
    ...[...faint, ...near].map(lineOf),
    ...boxes.flatMap(roomOf),
    ...stairs.flatMap(stairOf),
    '</svg>\n',
  ].join('\n');
}

export function descriptionOf({ rooms }: House, ways: readonly Way[]): string {
  const floors = [...Map.groupBy(rooms, ({ floor }) => floor)].sort(
    ([one], [other]) => other - one,
  );
  const names = floors.map(([, each]) => each.map(({ name }) => name).join(', '));
  const passed = ways.map(({ request, files }) => `${request} passes ${files.join(', ')}.`);
  return `The floors from top to bottom: ${names.join('; ')}. ${passed.join(' ')}`;
}

const COLOURS = ['paper', 'raised', 'wash', 'ink', 'muted', 'control', 'accent', 'verified'];

function styles(colours: Colours): string {
  const set = (mode: 0 | 1) =>
    COLOURS.map((name) => `--${name}: ${colours(name)[mode]}`).join('; ');
  return `
  svg { ${set(0)} }
  @media (prefers-color-scheme: dark) { svg { ${set(1)} } }
  text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: var(--ink) }
  .title { font: 600 24px Newsreader, Georgia, 'Noto Serif', serif }
  .name { font: 600 14.5px Newsreader, Georgia, 'Noto Serif', serif }
  .words { font: 12px system-ui, sans-serif }
  .note { font: 11.5px system-ui, sans-serif }
  .inside, .words, .note { fill: var(--muted) }
  .paper { fill: var(--paper) } .floor { fill: var(--wash) }
  .room { fill: var(--raised); stroke: var(--ink) } .outside { stroke-dasharray: 4 3 }
  .headline { fill: var(--accent) } .standfirst { fill: var(--ink) }
  .near, .faint { fill: none; stroke: var(--ink); marker-end: url(#tip) }
  .faint { stroke: var(--control); stroke-opacity: .7; marker-end: url(#faint-tip) }
  .tip { fill: var(--ink) } .faint-tip { fill: var(--control) }
  .way { fill: none; stroke-width: 2.5 } .stop { stroke: var(--wash); stroke-width: 2 }
  .number { font: 700 10px system-ui, sans-serif; fill: var(--raised) }
  .request { font-weight: 600 }
  .read .way { stroke: var(--verified) } .read .stop, .read .label, .read .label tspan { fill: var(--verified) }
  .draft .way { stroke: var(--accent) } .draft .stop, .draft .label, .draft .label tspan { fill: var(--accent) }
`;
}

const tip = (name: string) =>
  `<marker id="${name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse"
orient="auto"><path class="${name}" d="M0 0 8 4 0 8z"/></marker>`;

const HEADING = `<rect class="headline" x="20" y="24" width="28" height="12"/>
<rect class="standfirst" x="20" y="43" width="28" height="3"/>
<text class="title" x="60" y="44">The house</text>
<text class="words" x="20" y="78">Arrow: imports, thicker from 10 and 100 on</text>
<text class="words" x="20" y="96">Faint arrow: passes floors, behind their rooms</text>
<text class="words" x="20" y="114">Folders: each imports only from earlier ones</text>
<text class="words" x="20" y="132">Dashed: outside the service</text>`;

const floorOf = ({ x, y, height }: Band) =>
  `<rect class="floor" x="${x}" y="${y}" width="${WIDTH - EDGE - x}" height="${height}" rx="3"/>`;

/** Three line widths instead of exact numbers, so that one more import seldom changes the drawing. */
const widthFor = (imports: number) => (imports < 10 ? 1 : imports < 100 ? 2 : 4);

const lineOf = ({ arrow, path, isToNextFloor }: Line) =>
  `<path class="${isToNextFloor ? 'near' : 'faint'}" stroke-width="${widthFor(arrow.imports)}" d="${path}"/>`;

function roomOf({ room, x, y, width, height, inside, note }: Box): string[] {
  const [left, top] = [x + PADDING, y + 20];
  const kind = room.isInService ? 'room' : 'room outside';
  const words = note && `<tspan class="note" dx="8">${note}</tspan>`;
  return [
    `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="2"/>`,
    `<text x="${left}" y="${top}"><tspan class="name">${room.name}</tspan>${words}</text>`,
    ...inside.map(
      (line, at) => `<text class="inside" x="${left}" y="${top + 18 + at * LINE}">${line}</text>`,
    ),
  ];
}

function stairOf({ way, x, label, stops }: Stair): string[] {
  const end = Math.max(...stops.map(({ y }) => y));
  const words = `<tspan class="name">${way.name}</tspan><tspan class="request" dx="7">${way.request}</tspan>`;
  return [
    `<g class="${way.kind}">`,
    `<text class="label" x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${words}</text>`,
    `<path class="way" d="M${x} ${label.y + 7}V${end}"/>`,
    ...stops.flatMap(({ number, name, y }) => [
      `<circle class="stop" cx="${x}" cy="${y}" r="8.5"/>`,
      `<text class="number" x="${x}" y="${y + 3.5}" text-anchor="middle">${number}</text>`,
      `<text x="${x + 15}" y="${y + 4}">${name}</text>`,
    ]),
    '</g>',
  ];
}
