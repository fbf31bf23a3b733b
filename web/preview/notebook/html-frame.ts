// Where the outputs of a notebook that are HTML are shown.
import type { FrameOnPage } from '../../frames/box/open-frame.svelte.ts';

export interface HtmlFrame {
  /** Open on the server, for all outputs of the notebook. */
  frame: FrameOnPage;
  /** Of the notebook within the workspace: addresses in its HTML begin there. */
  path: string;
}
