// The soak behind a real nginx; a usual run neither loads it nor needs nginx.

import { rounds } from '../support/soak.ts';

const RESTARTS = rounds(0, 20);

if (RESTARTS > 0) (await import('./nginx.ts')).testBehindNginx(RESTARTS);
