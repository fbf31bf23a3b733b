/** Fetches the parts of the frame that its first paint does without. */
export const loadLater = () => import('./later.ts');
