// One entry of a menu.
export interface MenuItem {
  label: string;
  act: () => void;
  /** A line separates it from the entries before. */
  isSeparated?: boolean;
}
