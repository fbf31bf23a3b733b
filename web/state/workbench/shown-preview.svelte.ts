// What the preview of the page shows. It is apart from the workbench, because the first load does not need it.
import type { PreviewRequest } from './requests.ts';

class ShownPreview {
  /** Null while the preview is closed. */
  request = $state.raw<PreviewRequest | null>(null);
}

export const shownPreview = new ShownPreview();

/** The parts of the workbench that `showPreview` needs, which imports files that need this one. */
export interface WithCover {
  showCover: (region: string) => void;
  readonly focus: { find: () => { enter: (region: string) => void } | null };
}

export function showPreview(workbench: WithCover, request: PreviewRequest): void {
  shownPreview.request = request;
  workbench.showCover('preview');
  workbench.focus.find()?.enter('preview');
}
