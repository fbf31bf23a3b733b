// The language of the page: the user's choice, stored in the browser, or the browser's own language.
import {
  beginInLanguage,
  isLanguageId,
  LANGUAGES,
  preferredLanguage,
  showLanguage,
  type LanguageId,
} from '../../language/languages.ts';
import { errorText } from '../../../shared/error-text.ts';
import { Persisted } from '../../lib/storage/persisted.ts';

const stored = new Persisted<LanguageId | null>({
  area: 'browser',
  key: 'pi-panel.language',
  parse: (value) => (isLanguageId(value) ? value : null),
});

export class PageLanguage {
  /** Null means the browser's language. */
  #choice = $state.raw(stored.get());
  /** App.svelte recreates the page when this changes. */
  #shown = $state.raw<LanguageId>('en');
  #hasJustChosen = false;
  /** The error that occurred when the texts of the chosen language were loaded. */
  failure = $state.raw<string | null>(null);

  get choice(): LanguageId | null {
    return this.#choice;
  }

  get shown(): LanguageId {
    return this.#shown;
  }

  async choose(choice: LanguageId | null): Promise<void> {
    this.#choice = choice;
    stored.set(choice);
    this.#hasJustChosen = true;
    await this.load();
  }

  /**
   * Returns true once after each choice, because the control of the choice was recreated and may take the focus again.
   */
  takeFocus(): boolean {
    const hasJustChosen = this.#hasJustChosen;
    this.#hasJustChosen = false;
    return hasJustChosen;
  }

  /** Fetches the texts of the first paint before the page is created, and then the rest. */
  begin(): Promise<void> {
    return this.#load((wanted, isCurrent) =>
      beginInLanguage(wanted, isCurrent, (error) => (this.failure = errorText(error))),
    );
  }

  /** Fetches the texts of the language and shows them. If that fails, the page keeps its current language. */
  load(): Promise<void> {
    return this.#load(showLanguage);
  }

  async #load(show: typeof showLanguage): Promise<void> {
    const choice = this.#choice;
    const wanted = choice ?? preferredLanguage(navigator.languages);
    this.failure = null;
    try {
      await show(wanted, () => this.#choice === choice);
    } catch (error) {
      this.failure = errorText(error);
      return;
    }
    if (this.#choice !== choice) return;
    this.#shown = wanted;
    document.documentElement.lang = LANGUAGES.find(({ id }) => id === wanted)!.locale;
  }
}

export const pageLanguage = new PageLanguage();
