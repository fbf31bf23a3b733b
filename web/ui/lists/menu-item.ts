// One entry of a menu.
export interface MenuItem {
  label: string;
  act: () => void;
  /** The keyboard shortcut, as text. */
  keys?: string;
  /** Whether a line separates the entry from those before it. */
  isSeparated?: boolean;
}
