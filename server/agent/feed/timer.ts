/** Runs once after `ms`; returns how to call it off. Handed in, so that tests need not wait. */
export type SetTimer = (run: () => void, ms: number) => () => void;

export const setTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
