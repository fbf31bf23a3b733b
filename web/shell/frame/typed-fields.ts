// The fields in which the user has typed. Their text is lost with the page unless the browser has stored it.
import { isStoredText } from '../../lib/storage/stored-text.ts';

/** An input or a textarea. */
export type Field = Pick<HTMLInputElement, 'closest' | 'isConnected' | 'placeholder' | 'type' | 'value'> & {
  ariaLabel: string | null;
  labels: ArrayLike<Pick<Node, 'textContent'>> | null;
};

/**
 * The searches, which are quickly typed again, the editor, which asks by itself, and the settings, which save most
 * fields at once and know the others (see `unkept.ts`).
 */
const NOT_ASKED = '[data-kept], [type="search"], [role="combobox"], .monaco-editor, .xterm';
const TEXTS = new Set(['text', 'textarea', 'password', 'url', 'email', 'number']);

export class TypedFields {
  readonly #fields = new Set<Field>();

  /** Call this with the field of each `input` event. */
  add(field: Field): void {
    for (const known of this.#fields) if (!known.isConnected) this.#fields.delete(known);
    if (TEXTS.has(field.type)) this.#fields.add(field);
  }

  /** Returns the labels of the fields that still have a text. */
  names(): string[] {
    const isLost = (field: Field): boolean =>
      field.isConnected &&
      field.value.trim() !== '' &&
      !field.closest(NOT_ASKED) &&
      !isStoredText(field.value);
    return [...this.#fields].filter(isLost).map(nameOf);
  }
}

function nameOf({ ariaLabel, labels, placeholder }: Field): string {
  return (ariaLabel ?? labels?.[0]?.textContent?.trim()) || placeholder || '…';
}
