// The language of the page: the user's choice or the browser's. The browser remembers the choice.
import {
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

class PageLanguage {
  /** Null: the browser's. */
  #choice = $state.raw(stored.get());
  /** The page is made again for each language, see App.svelte. */
  #shown = $state.raw<LanguageId>('en');
  #hasJustChosen = false;
  /** Why the texts of the chosen language are missing. */
  lack = $state.raw<string | null>(null);

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

  /** Once after each choice: the control that it was made with, made again, may take the focus. */
  takeFocus(): boolean {
    const hasJustChosen = this.#hasJustChosen;
    this.#hasJustChosen = false;
    return hasJustChosen;
  }

  /** Fetches the texts of the language and shows them. Without them the page stays in the language it has. */
  async load(): Promise<void> {
    const choice = this.#choice;
    const wanted = choice ?? preferredLanguage(navigator.languages);
    this.lack = null;
    try {
      await showLanguage(wanted, () => this.#choice === choice);
    } catch (error) {
      this.lack = errorText(error);
      return;
    }
    if (this.#choice !== choice) return;
    this.#shown = wanted;
    document.documentElement.lang = LANGUAGES.find(({ id }) => id === wanted)!.locale;
  }
}

export const pageLanguage = new PageLanguage();
