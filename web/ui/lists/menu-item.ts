// One entry of a menu.
export interface MenuItem {
  label: string;
  act: () => void;
  /** The key that does the same, as text. */
  keys?: string;
  /** A line separates it from the entries before. */
  isSeparated?: boolean;
}
