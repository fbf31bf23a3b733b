// The current time, shared by the whole page. It ticks only while something on the page reads it.
import { createSubscriber } from 'svelte/reactivity';

/** Twice a second, so that a display of whole seconds does not skip any. */
const TICK_MS = 500;

const whileRead = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

export const clock = {
  /** The time in ms since 1970. Reactive in templates, derived values and effects. */
  get now(): number {
    whileRead();
    return Date.now();
  },

  /** Alternates with the seconds; dims what is running (`.dim` in shared.css). Reactive as `now` is. */
  get isOddSecond(): boolean {
    return Math.floor(this.now / 1000) % 2 === 1;
  },
};
