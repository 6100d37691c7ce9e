import { glide, prefersStillness, type Glide } from '../glide.ts';
import type { Axis } from './axis.ts';

/** Moves a strip by so many px, whole ones; null when that is done already. */
export function travel(axis: Axis, distance: number, done: () => void): Glide | null {
  let gone = 0;
  // By steps, not to a goal: what is above may grow or shrink on the way.
  const move = (to: number) => {
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
  return glide(0, distance, move, arrive);
}
