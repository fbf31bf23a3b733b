// The keys in the field of a find bar: Enter steps to the next match, Shift+Enter to the previous one.

/** 1: to the next match. -1: to the previous one. */
export type OnStep = (by: 1 | -1) => void;

export interface FindKeys {
  onstep: OnStep;
  /** Whether Enter steps to the previous match, as in the output of a run, whose newest lines are the last. */
  isUpward?: boolean;
  /** Called for Escape. Returns false if it did nothing, so that the key is left to the page. */
  onescape: () => boolean;
}

/** Returns the handler of the field. */
export function findKeys({ onstep, isUpward = false, onescape }: FindKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === 'Enter') onstep(event.shiftKey === isUpward ? 1 : -1);
    else if (event.key !== 'Escape' || !onescape()) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
