// Which room may import which: the one table of import rules, read by `npm run check:imports`.

export interface Rooms {
  readonly [room: string]: readonly string[];
}

const SURFACE = [
  'src/http',
  'src/operations',
  'src/rendering',
  'src/validation.ts',
  'src/schemas',
  'src/errors.ts',
  'src/config.ts',
];

/**
 * A room is a folder or a file, and belongs to the longest row that fits. A row names everything
 * that the room may import besides itself; a folder that holds several rooms, such as
 * `src/surfaces`, stands for all of them. Types count like values.
 *
 * A row names only rows above it, so no import can lead back.
 */
export const ROOMS: Rooms = {
  'src/schemas': [],
  // The errors name the limits that they enforce.
  'src/errors.ts': ['src/schemas'],
  'src/validation.ts': ['src/schemas', 'src/errors.ts'],
  'src/private-files.ts': [],
  'src/environment.ts': ['src/errors.ts'],
  // Knows no job of the service: each brings what it does.
  'src/jobs': [],
  'src/config.ts': ['src/environment.ts', 'src/schemas', 'src/errors.ts'],
  'src/rendering': ['src/schemas', 'src/errors.ts'],
  'src/store': ['src/schemas', 'src/errors.ts', 'src/private-files.ts', 'src/config.ts'],
  'src/outbound': ['src/schemas', 'src/errors.ts', 'src/config.ts'],
  'src/media': [
    'src/outbound',
    'src/schemas',
    'src/errors.ts',
    'src/private-files.ts',
    'src/config.ts',
  ],
  // Beside the operations, not above them: the two meet in the store alone.
  'src/delivery': [
    'src/store',
    'src/outbound',
    'src/jobs',
    'src/schemas',
    'src/errors.ts',
    'src/config.ts',
  ],
  'src/operations': [
    'src/store',
    'src/jobs',
    'src/media',
    'src/outbound',
    'src/rendering',
    'src/validation.ts',
    'src/schemas',
    'src/errors.ts',
    'src/private-files.ts',
    'src/config.ts',
  ],
  'src/http': [
    'src/operations',
    'src/store',
    'src/outbound',
    'src/rendering',
    'src/schemas',
    'src/errors.ts',
    'src/config.ts',
  ],

  // Neither the store nor each other.
  'src/surfaces/api': SURFACE,
  'src/surfaces/oauth': SURFACE,
  'src/surfaces/desk': SURFACE,
  'src/surfaces/discovery': SURFACE,
  'src/surfaces/embeds': SURFACE,
  'src/surfaces/feeds': SURFACE,
  'src/surfaces/health': SURFACE,
  'src/surfaces/media': SURFACE,
  'src/surfaces/preview': SURFACE,
  'src/surfaces/site': SURFACE,
  'src/surfaces/mcp': SURFACE,
  'src/surfaces/views': SURFACE,

  'src/serving-jobs.ts': ['src/operations', 'src/delivery', 'src/jobs', 'src/schemas'],
  'src/app.ts': [
    'src/surfaces',
    'src/serving-jobs.ts',
    'src/http',
    'src/operations',
    'src/store',
    'src/schemas',
    'src/errors.ts',
    'src/config.ts',
  ],
  'src/commands': [
    'src/app.ts',
    'src/http',
    'src/operations',
    'src/delivery',
    'src/jobs',
    'src/store',
    'src/schemas',
    'src/errors.ts',
    'src/private-files.ts',
    'src/config.ts',
  ],
  'src/cli.ts': ['src/commands', 'src/errors.ts'],

  // The client is a package of its own; what makes its types starts the application to ask it.
  'clients/typescript/src': [],
  'clients/typescript/generate.ts': ['src/app.ts', 'src/http', 'src/store', 'src/config.ts'],
  'clients/typescript/check.ts': ['clients/typescript/generate.ts', 'src/http'],
  'clients/typescript/build.ts': [],

  // What runs in a browser takes along all that it imports.
  'browser/desk': ['src/rendering', 'src/schemas'],
  'browser/embed': ['src/schemas', 'clients/typescript/src'],
  'browser/site': ['src/schemas'],
};
