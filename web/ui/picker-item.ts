// What a picker lists. Apart from the component, so that pure code can make such lists.
export interface PickerItem {
  id: string;
  label: string;
  /** Stands behind the label, dimmed, and is searched too. */
  detail?: string;
  /** Stands at the end of the row: a number, a mark. */
  hint?: string;
}
