// The paths of two requests through the house: the files that each passes through, in order.

export interface Way {
  readonly kind: 'read' | 'draft';
  readonly name: string;
  readonly request: string;
  readonly files: readonly string[];
}

export const READ: Way = {
  kind: 'read',
  name: 'A read',
  request: 'GET /api/public/pieces/search',
  files: [
    'src/http/cache/cache-fast-path.ts',
    'src/surfaces/api/public-api.ts',
    'src/http/read-endpoint.ts',
    'src/validation.ts',
    'src/operations/pieces/search-pieces.ts',
    'src/store/publications/publications.ts',
    'src/operations/pieces/piece-records.ts',
    'src/http/cache/send-response.ts',
  ],
};

export const DRAFT: Way = {
  kind: 'draft',
  name: 'A draft',
  request: 'POST /api/v1/pieces',
  files: [
    'src/http/bounds/admission.ts',
    'src/surfaces/api/key-requests.ts',
    'src/http/json-bodies.ts',
    'src/surfaces/api/write-api.ts',
    'src/operations/pieces/api-drafts.ts',
    'src/validation.ts',
    'src/operations/pieces/saving/save-piece.ts',
    'src/store/pieces/pieces.ts',
  ],
};
