// The current time, shared by the whole page. It ticks only while something on the page reads it.
import { createSubscriber } from 'svelte/reactivity';

/** Twice a second, so that a display of whole seconds skips none. */
const TICK_MS = 500;

const whileRead = createSubscriber((update) => {
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});

export const clock = {
  /** ms since 1970. Reactive in templates, deriveds and effects. */
  get now(): number {
    whileRead();
    return Date.now();
  },
};
