import { glide, prefersStillness } from '../glide.ts';
import type { Axis } from './axis.ts';

/** A strip on its way to another screenful. */
export interface Travel {
  /** Puts it at its goal at once. */
  finish: () => void;
  /** Leaves it where it is. */
  halt: () => void;
}

/** Moves a strip by so many px, whole ones; null when that is done already. */
export function travel(axis: Axis, distance: number, done: () => void): Travel | null {
  let gone = 0;
  let isHalted = false;
  // By steps, not to a goal: what is above may grow or shrink on the way.
  const move = (to: number) => {
    if (isHalted) return;
    axis.scroll += Math.round(to) - gone;
    gone = Math.round(to);
  };
  const arrive = () => {
    move(distance);
    done();
  };
  if (prefersStillness()) {
    arrive();
    return null;
  }
  const finish = glide(0, distance, move, arrive);
  const halt = () => {
    isHalted = true;
    finish();
  };
  return { finish, halt };
}
