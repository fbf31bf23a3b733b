// The views of an open file: its text, and the one of its kind, if there is any.
import { parsePointer } from '../../../shared/lfs-pointer.ts';
import { rememberView } from '../../preview/first-view.ts';
import type { Viewer } from '../../preview/view.ts';
import { viewerOf } from '../../preview/viewers.ts';
import type { OpenFile } from './open-file.svelte.ts';

interface FileViews {
  /** Null if the file has no view but its text. */
  viewer: Viewer | null;
  /** Whether the viewer shows it now. */
  isPreview: boolean;
  /** Whether there are two views to choose from. */
  hasChoice: boolean;
}

type ViewedFile = Pick<OpenFile, 'path' | 'phase' | 'text' | 'isPreviewed' | 'opensInViewer'>;

export function viewsOf(file: ViewedFile): FileViews {
  const { path, phase, isPreviewed } = file;
  const isHuge = phase.status === 'refused' && phase.isHuge;
  const isOpen = phase.status === 'open';
  const found = viewerOf(path);
  // What cannot be shown as text is not waited for as one.
  const isEarly = phase.status === 'loading' && file.opensInViewer && found?.isText === false;
  const canShow = isOpen || isEarly || (phase.status === 'refused' && phase.isBinary);
  const viewer = canShow && !(isHuge && !found?.canBeHuge) ? found : null;
  if (!viewer) return { viewer, isPreview: false, hasChoice: false };
  const hasText = isOpen || (isHuge && viewer.isText);
  return { viewer, isPreview: !hasText || (isPreviewed ?? isViewFirst(file)), hasChoice: hasText };
}

function isViewFirst(file: ViewedFile): boolean {
  // A huge text is read in parts, and its view would read all of it. The text of a pointer is not what it is named after.
  return file.opensInViewer && file.phase.status === 'open' && !parsePointer(file.text);
}

/** Shows the other view of the file, if it has two, and remembers that for files of its kind. */
export function switchView(file: OpenFile): void {
  const { hasChoice, isPreview } = viewsOf(file);
  if (!hasChoice) return;
  file.isPreviewed = !isPreview;
  rememberView(file.path, !isPreview);
}
