// How large and how dense the page is. Remembered by the browser. tokens.css multiplies its sizes with these scales.
import { asObject, Persisted } from '../lib/persisted.ts';

export type Scale = 'small' | 'normal' | 'large';
export type Density = 'comfortable' | 'compact';

const SCALES: Readonly<Record<Scale, number>> = { small: 0.92, normal: 1, large: 1.15 };

interface Look {
  text: Scale;
  code: Scale;
  density: Density;
}

const scaleOf = (value: unknown): Scale => (value === 'small' || value === 'large' ? value : 'normal');

const stored = new Persisted<Look>({
  area: 'browser',
  key: 'pi-panel.appearance',
  parse: (value) => {
    const { text, code, density } = asObject(value);
    return {
      text: scaleOf(text),
      code: scaleOf(code),
      density: density === 'compact' ? 'compact' : 'comfortable',
    };
  },
});

export class Appearance {
  #look = $state.raw(stored.get());

  /** Of the page and the conversation. */
  get text(): Scale {
    return this.#look.text;
  }

  /** Of code, the editor and the terminal. */
  get code(): Scale {
    return this.#look.code;
  }

  get density(): Density {
    return this.#look.density;
  }

  change(changed: Partial<Look>): void {
    this.#look = { ...this.#look, ...changed };
    stored.set(this.#look);
  }

  /** To be called from an effect. */
  applyTo(root: HTMLElement): void {
    root.style.setProperty('--text-scale', String(SCALES[this.text]));
    root.style.setProperty('--code-scale', String(SCALES[this.code]));
    root.dataset.density = this.density;
  }
}
