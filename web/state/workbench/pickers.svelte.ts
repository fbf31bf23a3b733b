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
    if (isOpen) this.#open = picker;
    else if (this.#open === picker) this.#open = null;
    if (!isOpen) this.#query = '';
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
