// The table of import rules, read by `npm run check:imports`: which room may import which.

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
 * Rooms are folders or files; each file belongs to the longest row that contains it. A row names everything that the
 * room may import besides itself; a folder of several rooms, such as `src/surfaces`, means all of them. Type imports
 * count too. A row may name only rows above it, so that imports can't form a circle.
 */
export const ROOMS: Rooms = {
  'src/schemas': [],
  // The errors name the limits that they enforce.
  'src/errors.ts': ['src/schemas'],
  'src/validation.ts': ['src/schemas', 'src/errors.ts'],
  'src/private-files.ts': [],
  'src/environment.ts': ['src/errors.ts'],
  'src/bounded-queue.ts': ['src/errors.ts'],
  // Jobs are defined elsewhere: `src/jobs` only runs them.
  'src/jobs': [],
  'src/config.ts': ['src/environment.ts', 'src/schemas', 'src/errors.ts'],
  'src/rendering': ['src/bounded-queue.ts', 'src/schemas', 'src/errors.ts'],
  'src/store': [
    'src/bounded-queue.ts',
    'src/schemas',
    'src/errors.ts',
    'src/private-files.ts',
    'src/config.ts',
  ],
  'src/outbound': ['src/schemas', 'src/errors.ts', 'src/config.ts'],
  'src/media': [
    'src/outbound',
    'src/bounded-queue.ts',
    'src/schemas',
    'src/errors.ts',
    'src/private-files.ts',
    'src/config.ts',
  ],
  // Deliveries are independent of the operations: the two meet only in the store.
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
    'src/bounded-queue.ts',
    'src/schemas',
    'src/errors.ts',
    'src/config.ts',
  ],

  // Surfaces may import neither the store nor each other.
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

  // The client is a separate package; generate.ts starts the application to generate the client's types.
  'clients/typescript/src': [],
  'clients/typescript/generate.ts': [
    'src/app.ts',
    'src/http',
    'src/operations',
    'src/store',
    'src/config.ts',
  ],
  'clients/typescript/check.ts': ['clients/typescript/generate.ts', 'src/http'],
  'clients/typescript/build.ts': [],

  // Code for browsers is bundled with everything that it imports, so it may import little.
  'browser/desk': ['src/rendering', 'src/schemas'],
  'browser/embed': ['src/schemas', 'clients/typescript/src'],
  'browser/site': ['src/schemas'],
};
