// The pickers of the composer's bar: which one is open, and the filter that it begins with.

export type Picker = 'model' | 'thinking';

export class Pickers {
  #open = $state<Picker | null>(null);
  #query = $state('');

  /** The filter that the next opened picker begins with. */
  get query(): string {
    return this.#query;
  }

  isOpen(picker: Picker): boolean {
    return this.#open === picker;
  }

  /** Called by the picker too, when the user opens or closes it. */
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
