// Frames: boxes of the page with an origin of their own, in which files of the workspace and apps of this machine run.
// The HTTP API's types, and the messages between the page and what runs in a frame.

/** What a frame shows. */
export type FrameSource =
  /**
   * A file, relative to the workspace. `hasNetwork`: whether it may reach other servers. `isStatic`: no script runs in it
   * but the panel's own.
   */
  | { file: string; hasNetwork: boolean; isStatic?: true }
  /** What listens on this port of the panel's machine. */
  | { port: number };

/**
 * How a frame is reached. `host`: at `http://NAME.localhost:PORT/`, on the panel's own port. `path`: below
 * `frames/NAME/` beside the page, in a sandbox, where names below localhost do not lead to the panel.
 */
export type FrameWay = 'host' | 'path';

/**
 * What a frame may do at all, as its box on the page and its own headers say it. Without `allow-same-origin` its origin
 * is none, so that it is not the page's.
 */
export function sandboxOf({ source, way }: { source: FrameSource; way: FrameWay }): string {
  const popups = 'port' in source ? ' allow-popups' : '';
  return `allow-scripts allow-forms${popups}${way === 'host' ? ' allow-same-origin' : ''}`;
}

/** POST agents/:agent/frames. Answers 201 with an `OpenFrame`. */
export interface NewFrame {
  source: FrameSource;
  way: FrameWay;
  /** The address of the page that shows the frame, without query and fragment. No other page can show it. */
  page: string;
}

/** `name`: 256 random bits in 52 letters and digits; knowing it is what opens the frame, so it ends with the frame. */
export interface OpenFrame {
  name: string;
}

/** GET frames/:name */
export interface FrameState {
  /** Whether a browser has reached it yet. */
  isReached: boolean;
}

/** POST frames/:name/look: whether pi may look at what the frame shows. */
export interface LookSwitch {
  isOn: boolean;
}

/** POST frames/:name/looks/:look, in answer to a `panel_preview_look`: what pi sees of a preview. */
export interface PreviewLook {
  /** As the bar of the preview shows it. */
  address: string;
  title: string;
  errors: number;
  warnings: number;
  /** The newest ones, oldest first. */
  entries: ConsoleEntry[];
  /** The roles and names of what is in the document, a line for each; '' if the document does not tell. */
  tree: string;
  /** A JPEG in base64, if one could be made. */
  picture?: string;
}

/** The most characters of a tree, and the most bytes of a picture as the frame sends it. */
export const MAX_TREE = 30_000;
export const MAX_PICTURE_BYTES = 2_000_000;

/** Where the script is that talks to the page, for every frame. */
export const FRAME_SCRIPT = '/-pi-panel/frame.js';

/**
 * The query of an empty document, at any path of a frame with files: the page orders what it shows. `=dark` after it: in
 * dark colors.
 */
export const BLANK_QUERY = 'pi-panel-blank';

/** What the script says to the page's window first. The page answers with a port, and hears it through nothing else. */
export const FRAME_HELLO = 'pi-panel-frame';

/** The most characters of one message of a frame. */
export const MAX_FRAME_MESSAGE = 64 * 1024;

export type ConsoleLevel = 'error' | 'warning';

export interface ConsoleEntry {
  level: ConsoleLevel;
  text: string;
}

/** An element that the user has picked, for the model. */
export interface PickedElement {
  /** A CSS selector that finds it. */
  selector: string;
  /** Its HTML without what is in it, such as `<button class="big">`. */
  tag: string;
  /** Its text, shortened. */
  text: string;
  /** In px. */
  width: number;
  height: number;
  /** Computed styles that differ from those of a plain element, as `name: value`. */
  styles: string[];
  /** Its component, as far as the framework tells in development; '' if not. */
  component: string;
  /** The file of that component, perhaps with a line; '' if unknown. */
  source: string;
  /** The address of the frame in the document where it is, if it is in one. */
  frame?: string;
}

/** From the frame, as JSON. Beside it there may be a picture. The page trusts none of it. */
export type FrameMessage =
  /** `address`: path, query and fragment. `hasOthers`: whether there are frames in it that do not tell what is in them. */
  | { type: 'place'; title: string; address: string; hasOthers: boolean }
  /** The totals since the document began, and the entries since the last message. */
  | { type: 'console'; errors: number; warnings: number; entries: ConsoleEntry[] }
  /** `isMore`: the picking goes on. */
  | { type: 'picked'; element: PickedElement; isMore: boolean }
  /** The answer to `look`. */
  | { type: 'looked'; tree: string }
  /** The height that an empty document needs for what it was ordered to show, in px. */
  | { type: 'size'; height: number }
  /** The user left the picking with Escape. */
  | { type: 'unpicked' };

/** To the frame. */
export type FrameOrder =
  /** Files of the workspace have changed; [''] if it could be any of them. */
  | { type: 'changed'; paths: readonly string[] }
  | { type: 'reload' }
  /** Shows this in an empty document. */
  | { type: 'show'; html: string }
  /** Asks for what pi sees of the document. */
  | { type: 'look' }
  /** Begins or ends that a click picks an element. */
  | { type: 'pick'; isOn: boolean };
