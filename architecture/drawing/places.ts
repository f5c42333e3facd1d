// Places in the drawing, in pixels: a box for each room, and a band for each floor.

import type { Room } from './house.ts';

export interface Box {
  readonly room: Room;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly inside: readonly string[];
  readonly note: string;
}

export interface Band {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly floor: number;
}
