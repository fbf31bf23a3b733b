// The state of the pickers in the composer's bar: which one is open, and its initial filter.

export type Picker = 'model' | 'thinking';

export class Pickers {
  #open = $state<Picker | null>(null);
  #query = $state('');

  /** The initial filter of the picker that opens next. */
  get query(): string {
    return this.#query;
  }

  isOpen(picker: Picker): boolean {
    return this.#open === picker;
  }

  /** Also called by the picker itself when the user opens or closes it. */
  setOpen(picker: Picker, isOpen: boolean): void {
    // A picker may report late that it has closed, when another one has opened with its filter.
    if (this.isOpen(picker) === isOpen) return;
    this.#open = isOpen ? picker : null;
    this.#query = '';
  }

  toggle(picker: Picker): void {
    this.setOpen(picker, this.#open !== picker);
  }

  /** Opens the picker with this filter. */
  search(picker: Picker, query: string): void {
    this.#query = query;
    this.#open = picker;
  }
}
