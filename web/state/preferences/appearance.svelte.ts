// The text size and density of the page, and the theme of pi's TUI whose colors it uses, if any. Stored in the browser.
// tokens.css multiplies its sizes by these scales.
import { asObject, asRecord, isText, Persisted } from '../../lib/storage/persisted.ts';
import { StoredChoices } from '../../lib/storage/stored-choices.svelte.ts';
import type { PageTheme } from '../../lib/theme/theme-tokens.ts';

export type Scale = 'small' | 'normal' | 'large';
export type Density = 'comfortable' | 'compact';

const SCALES: Readonly<Record<Scale, number>> = { small: 0.92, normal: 1, large: 1.15 };

interface Look {
  /** The text size of the page and the conversation. */
  text: Scale;
  /** The text size of code, the editor and the terminal. */
  code: Scale;
  density: Density;
}

const scaleOf = (value: unknown): Scale => (value === 'small' || value === 'large' ? value : 'normal');

interface ShownTheme {
  theme: PageTheme | null;
  /** The name of the theme that an extension last asked for. */
  asked: string | null;
}

const storedTheme = new Persisted<ShownTheme>({
  area: 'browser',
  key: 'pi-panel.pi-theme',
  parse: (value) => {
    const { theme, asked } = asObject(value);
    const { name, scheme, tokens } = asObject(theme);
    const isTheme = isText(name) && (scheme === 'light' || scheme === 'dark');
    return {
      theme: isTheme ? { name, scheme, tokens: asRecord(tokens, isColor) } : null,
      asked: isText(asked) ? asked : null,
    };
  },
});

const isColor = (value: unknown): value is string => isText(value) && /^#[\da-f]{6,8}$/.test(value);

export class Appearance extends StoredChoices<Look> {
  #shown = $state.raw(storedTheme.get());

  constructor() {
    super('pi-panel.appearance', ({ text, code, density }) => ({
      text: scaleOf(text),
      code: scaleOf(code),
      density: density === 'compact' ? 'compact' : 'comfortable',
    }));
  }

  /** Null means the page's own colors. */
  get piTheme(): PageTheme | null {
    return this.#shown.theme;
  }

  /** The theme that an extension last asked for, even if the user has chosen another one afterwards. */
  get asked(): string | null {
    return this.#shown.asked;
  }

  show(theme: PageTheme | null, asked = this.#shown.asked): void {
    this.#shown = { theme, asked };
    storedTheme.set(this.#shown);
  }

  /** Must be called from an effect, which then runs again after each change. */
  applyTo(root: HTMLElement): void {
    const tokens = this.piTheme?.tokens ?? {};
    for (const name of [...root.style])
      if (name.startsWith('--') && !(name.slice(2) in tokens)) root.style.removeProperty(name);
    for (const [name, color] of Object.entries(tokens)) root.style.setProperty(`--${name}`, color);
    root.style.setProperty('--text-scale', String(SCALES[this.now.text]));
    root.style.setProperty('--code-scale', String(SCALES[this.now.code]));
    root.dataset.density = this.now.density;
  }
}
