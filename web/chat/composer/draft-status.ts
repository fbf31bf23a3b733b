// Which line stands below the composer: of several, the one that the user needs most.

/** Matches pi's refusals when it has no model, or no key for it. */
const NO_MODEL = /^No (model selected|API key found)/;

interface Facts {
  /** Why the last message was not sent. */
  error: string | null | undefined;
  /** The agent's folder, if it is gone, which another note says. */
  goneFolder: string | null;
  isOffline: boolean;
  note: string | null;
  isTooLargeToStore: boolean;
}

export function statusLine({
  error,
  goneFolder,
  isOffline,
  note,
  isTooLargeToStore,
}: Facts): 'no model' | 'error' | 'offline' | 'note' | 'too large' | null {
  const isRepeated = goneFolder !== null && error?.includes(goneFolder);
  if (error && !isRepeated) return NO_MODEL.test(error) ? 'no model' : 'error';
  if (isOffline) return 'offline';
  if (note) return 'note';
  return isTooLargeToStore ? 'too large' : null;
}
