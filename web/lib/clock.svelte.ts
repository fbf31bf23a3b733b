// One ticking now for the whole page. It ticks only while something on the page reads it.
import { createSubscriber } from 'svelte/reactivity';

/** Twice a second, so that no second is skipped; what shows whole seconds changes once. */
const TICK_MS = 500;

const whileRead = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

export const clock = {
  /** ms since 1970. Reactive where it is read in a template, a derived or an effect. */
  get now(): number {
    whileRead();
    return Date.now();
  },
};
