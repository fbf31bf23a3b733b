// The names of what the page shows, and since when it works.
import { plainText } from '../../lib/format/ansi.ts';
import { statusOf, type View } from '../../../shared/view/view.ts';

/** Returns the title that an extension set, otherwise the name of the session, otherwise the name of the folder. */
export function nameOf(view: View): string {
  const title = view.title ? plainText(view.title).replace(/\s+/g, ' ').trim() : '';
  return title || view.session?.name || folderName(view.workspace);
}

export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}

/** Returns when the run or the compaction started, in ms since 1970; null for every other status. */
export function startOf(view: View): number | null {
  switch (statusOf(view)) {
    case 'running':
      return view.run?.startedAt ?? null;
    case 'compacting':
      return view.compaction?.startedAt ?? null;
    default:
      return null;
  }
}
