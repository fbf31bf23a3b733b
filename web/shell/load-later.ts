import type * as Later from './later.ts';

/** Fetches the parts of the frame that its first paint does without. */
export const loadLater = (): Promise<typeof Later> => import('./later.ts');
