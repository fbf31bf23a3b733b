// A comment of the user on lines of a change, a file, an answer or an output. It waits at the composer, and all of them
// are sent as one message. A region calls `workbench.composer.get().addComment(...)`.

/** Where the lines are. `hunk`: they are changed lines, shown in the review; `turn`: of one turn alone. */
export type CommentPlace =
  { path: string; line: number; hunk?: string; turn?: string } | { run: string } | { message: string };

export interface NewComment {
  /** For the user and the model: `src/a.ts:10-12`. */
  title: string;
  quote: string;
  /** The quoted lines begin with the signs of a diff. */
  isDiff?: true;
  place: CommentPlace;
  comment: string;
}

export interface Comment extends NewComment {
  id: string;
}

/** `src/a.ts:10-12`, `src/a.ts:10`. Lines count from 1, both included. */
export function lineTitle(path: string, from: number, to = from): string {
  return from === to ? `${path}:${from}` : `${path}:${from}-${to}`;
}

/** The parts of the workbench that it needs; the workbench imports this file. */
interface Shown {
  showRun: (id: string) => void;
  showMessage: (key: string) => void;
  showFile: (path: string, where: { line: number }) => void;
  showReview: (request: { path: string; hunk: string; turn?: string }) => void;
}

/** Goes back to the lines. */
export function showPlace(workbench: Shown, place: CommentPlace): void {
  if ('run' in place) workbench.showRun(place.run);
  else if ('message' in place) workbench.showMessage(place.message);
  else if (place.hunk === undefined) workbench.showFile(place.path, { line: place.line });
  else {
    const { path, hunk, turn } = place;
    workbench.showReview({ path, hunk, ...(turn !== undefined && { turn }) });
  }
}
