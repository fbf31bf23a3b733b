// A comment from the user on lines of a change, a file, an answer or an output. The composer collects the comments and
// sends all of them as one message. A region adds one with `workbench.composer.get().addComment(...)`.
import type { PreviewRequest } from './requests.ts';
import { showPreview, type WithCover } from './shown-preview.svelte.ts';

/** Where the lines are, or what else it is about. A `hunk` is a change in the review; `turn` limits that review to one turn. */
export type CommentPlace =
  | { path: string; line: number; hunk?: string; turn?: string }
  | { run: string }
  | { message: string }
  /** What the preview showed, when an element of it was picked. */
  | { preview: PreviewRequest }
  /** A pull request by its number; null for the checks of the branch. */
  | { pull: number | null };

export interface NewComment {
  /** Names the lines for the user and for the model: `src/a.ts:10-12`. */
  title: string;
  quote: string;
  /** Set if the quoted lines begin with the signs of a diff. */
  isDiff?: true;
  place: CommentPlace;
  comment: string;
}

export interface Comment extends NewComment {
  id: string;
}

/** Formats a title: `src/a.ts:10-12`, `src/a.ts:10`. Lines are counted from 1, and the range is inclusive. */
export function lineTitle(path: string, from: number, to = from): string {
  return from === to ? `${path}:${from}` : `${path}:${from}-${to}`;
}

/**
 * The parts of the workbench that `showPlace` needs. They are declared here because the workbench imports this file.
 */
interface Shown extends WithCover {
  showRun: (id: string) => void;
  showInChat: (place: { key: string }) => void;
  showFile: (path: string, where: { line: number }) => void;
  showReview: (request: { path: string; hunk: string; turn?: string } | { pull: number }) => void;
}

/** Shows the lines on which the user commented. */
export function showPlace(workbench: Shown, place: CommentPlace): void {
  if ('run' in place) workbench.showRun(place.run);
  else if ('preview' in place) showPreview(workbench, place.preview);
  else if ('message' in place) workbench.showInChat({ key: place.message });
  else if ('pull' in place) {
    if (place.pull !== null) workbench.showReview({ pull: place.pull });
  } else if (place.hunk === undefined) workbench.showFile(place.path, { line: place.line });
  else {
    const { path, hunk, turn } = place;
    workbench.showReview({ path, hunk, ...(turn !== undefined && { turn }) });
  }
}
