// The data that pi gives a custom footer: the git branch and the statuses of extensions.
import { watchFile, unwatchFile } from 'node:fs';
import { join } from 'node:path';
import { readRegularTextSync } from '../../lib/regular-file.ts';

const LOOK_AGAIN_MS = 2000;

/** Returns an object with the methods of pi's `ReadonlyFooterDataProvider` (in pi 0.73.1 to 1.5.2). */
export function footerData(statuses: ReadonlyMap<string, string>, onChange: () => void): object {
  const head = join(process.cwd(), '.git', 'HEAD');
  const listeners = new Set<() => void>();
  let branch = branchIn(head);
  const look = (): void => {
    const now = branchIn(head);
    if (now === branch) return;
    branch = now;
    for (const listener of listeners) listener();
    onChange();
  };
  return {
    getGitBranch: () => branch,
    getExtensionStatuses: () => statuses,
    getAvailableProviderCount: () => 1,
    onBranchChange: (listener: () => void) => {
      if (listeners.size === 0) watchFile(head, { interval: LOOK_AGAIN_MS, persistent: false }, look);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unwatchFile(head, look);
      };
    },
  };
}

/** Returns the branch; null outside a repository, and `detached` as in pi. */
function branchIn(head: string): string | null {
  try {
    return /^ref: refs\/heads\/(.+)$/m.exec(readRegularTextSync(head))?.[1]?.trim() ?? 'detached';
  } catch {
    return null;
  }
}
