import type * as Later from './later.ts';

/** Fetches the parts of the frame that its first paint does not need. */
export const loadLater = (): Promise<typeof Later> => import('./later.ts');
