// The soak on a disk that is really full; a usual run neither loads it nor needs the right to mount one.

import { rounds } from '../support/soak.ts';

const TIMES = rounds(0, 20);

if (TIMES > 0) (await import('./full-disk.ts')).testOnFullDisk(TIMES);
