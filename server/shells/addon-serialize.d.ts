// The part of @xterm/addon-serialize that the server uses. Its own types need those of the DOM, which server/ must not
// know.
import type { ITerminalAddon } from '@xterm/headless';

interface SerializeAddon extends ITerminalAddon {
  /** Returns a text that draws the same in a fresh terminal of the same size. */
  serialize: () => string;
}

declare const addon: { SerializeAddon: new () => SerializeAddon };
export default addon;
