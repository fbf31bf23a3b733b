// The items of a picker. Not in the component, so that pure code can create them.

export interface PickerItem {
  id: string;
  label: string;
  /** Shown after the label, dimmed; searched, too. */
  detail?: string;
  /** Shown at the end of the row, such as a number. */
  hint?: string;
}
