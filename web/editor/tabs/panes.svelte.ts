// Which tabs the editor shows: none, one, or two side by side.

export class Panes<Tab> {
  shown = $state.raw<readonly Tab[]>([]);
  /** The index of the pane that was used last. A selected tab is shown there. */
  focused = $state(0);

  /** The tab in the pane that was used last. */
  get active(): Tab | null {
    return this.shown[this.focused] ?? null;
  }

  /** Shows the tab in the pane that was used last, unless the other pane already shows it. */
  select(tab: Tab): void {
    const at = this.shown.indexOf(tab);
    if (at === -1) this.shown = this.active ? this.shown.with(this.focused, tab) : [tab];
    else if (this.active !== tab) this.focused = at;
  }

  /** Shows the tab in a second pane, or, if there are two, in the one that was not used last. */
  showBeside(tab: Tab): void {
    if (!this.active) return this.select(tab);
    const at = this.shown.length === 2 ? 1 - this.focused : 1;
    this.shown = this.shown.toSpliced(at, 1, tab);
    this.focused = at;
  }

  /** Closes all panes but the one that was used last. */
  unsplit(): void {
    this.shown = this.active ? [this.active] : [];
    this.focused = 0;
  }

  /** Removes a shown tab. If no pane is left, `next` is shown. */
  hide(tab: Tab, next: Tab | null): void {
    const left = this.shown.filter((each) => each !== tab);
    this.shown = left.length > 0 || !next ? left : [next];
    this.focused = 0;
  }

  replace(tab: Tab, other: Tab): void {
    this.shown = this.shown.map((each) => (each === tab ? other : each));
  }
}
