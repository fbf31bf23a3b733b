// The search over all pages of the settings: the query, the matches, and the choice.
import type { Actions } from '../../actions/actions.svelte.ts';
import type { Panel } from '../../state/panel/panel.svelte.ts';
import { ListBox } from '../../ui/lists/list-box.svelte.ts';
import { PAGES } from '../pages.ts';
import { findEntries, type SearchEntry } from './entry.ts';
import { FoundEntries } from './found-entries.svelte.ts';
import { pageEntries } from './page-entries.ts';

const ROWS_PER_PAGE = 8;

export class SettingsSearch {
  query = $state('');
  /** The last choice of the user, to which the page leads. */
  chosen = $state.raw<SearchEntry | null>(null);
  readonly found: FoundEntries | null = $derived.by(() => {
    const { agent } = this.#panel;
    return agent && new FoundEntries(agent);
  });
  readonly #panel: Panel;
  readonly #actions: Actions;
  readonly #always = $derived.by(() =>
    pageEntries({
      pages: PAGES,
      actions: this.#actions.all,
      keyLabel: (id) => this.#actions.keys.label(id),
    }),
  );
  readonly rows = $derived.by(() => findEntries([...this.#always, ...(this.found?.all ?? [])], this.query));
  readonly list: ListBox<SearchEntry>;

  constructor(panel: Panel, actions: Actions) {
    this.#panel = panel;
    this.#actions = actions;
    this.list = new ListBox({
      rows: () => this.rows,
      query: () => this.query,
      page: ROWS_PER_PAGE,
      followsPointer: true,
      onpick: (entry) => this.#choose(entry),
    });
  }

  get isSearching(): boolean {
    return this.query.trim() !== '';
  }

  /** Clears the search, as when the user chooses a page. */
  clear(): void {
    this.query = '';
    this.chosen = null;
  }

  onkeydown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.query !== '') {
      // Without this, the dialog would close.
      event.preventDefault();
      this.query = '';
    } else if (this.isSearching) this.list.onkeydown(event);
  };

  #choose(entry: SearchEntry): void {
    this.query = '';
    // The copy makes it a new object, because the same entry may be chosen again.
    this.chosen = { ...entry };
    this.#panel.workbench.settingsPage = entry.page;
  }
}
