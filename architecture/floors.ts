// The order of the folders inside a room, lowest first: a folder imports only from those before it.

export interface Floors {
  readonly [room: string]: readonly string[];
}

export const FLOORS: Floors = {
  'src/rendering': ['text', 'templates', 'threads', 'markdown', 'diff', 'on-thread', 'html-import'],
  'src/store': [
    ...['tables', 'search', 'topics', 'database', 'content', 'accounts', 'images', 'publications'],
    ...['editorial', 'pieces', 'migrations', 'integrity', 'sqlite', 'postgres', 'cached-responses'],
    ...['oauth', 'series', 'site', 'views', 'webhooks', 'erasures'],
  ],
  'src/operations': [
    ...['identity', 'states', 'websub', 'series', 'cards', 'pieces', 'provenance', 'webhooks'],
    ...[
      'api-keys',
      'images',
      'authors',
      'publishing',
      'accounts',
      'erasure',
      'shop',
      'site-settings',
    ],
    ...['archive', 'backup', 'file-import', 'views', 'public-pages', 'discovery', 'doctor'],
    ...['download', 'editorial', 'embeds', 'feeds', 'oauth', 'site-pages'],
  ],
  'src/http': ['bounds', 'limits', 'targets', 'cache', 'log', 'pages', 'openapi'],
  'browser/desk/editor': [
    ...['text', 'page', 'saving', 'typing', 'surface', 'menus', 'images', 'cover', 'cards'],
  ],
  'src/surfaces/desk': [
    ...['shared', 'account', 'editorial', 'admin', 'integrations', 'series', 'versions'],
    ...['pieces', 'publish', 'shop', 'site-pages'],
  ],
};
