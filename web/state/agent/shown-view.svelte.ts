// The view that the page shows, with a signal for each of its properties. A delta of an answer changes one of them, so
// nothing that reads only the others is even asked whether it has changed. (With one signal for the whole view, each
// delta visits every row of the conversation.)
import type { View } from '../../../shared/view/view.ts';

export class ShownView {
  /** Replaced only if a view has a property that none had before. Each property reads its signal. */
  #view = $state.raw<View | null>(null);
  readonly #properties = new Map<string, Property>();

  /** Null until the first view. Always the latest view, also for somebody who has kept it. */
  get view(): View | null {
    return this.#view;
  }

  show(next: View): void {
    const values: Readonly<Record<string, unknown>> = { ...next };
    for (const [key, property] of this.#properties) property.value = values[key];
    const added = Object.keys(values).filter((key) => !this.#properties.has(key));
    if (added.length === 0) return;
    for (const key of added) this.#properties.set(key, new Property(values[key]));
    this.#view = this.#makeView();
  }

  #makeView(): View {
    const read = ([key, property]: [string, Property]): [string, PropertyDescriptor] => [
      key,
      { enumerable: true, get: () => property.value },
    ];
    return Object.defineProperties({}, Object.fromEntries([...this.#properties].map(read))) as View;
  }
}

class Property {
  value: unknown = $state.raw();

  constructor(value: unknown) {
    this.value = value;
  }
}
