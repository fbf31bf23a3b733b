// Numbers as tables have them. Pure.

/** Returns NaN for what is not a number. `1,234.5` is one. */
export function numberOf(text: string): number {
  const plain = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return plain.trim() === '' ? NaN : Number(plain);
}

/** The share of numbers from which a column is one of numbers. The rest may be words such as "n/a". */
const LEAST_SHARE = 0.9;

export function isSortedAsNumbers(values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '');
  const numbers = filled.filter((value) => !Number.isNaN(numberOf(value)));
  return filled.length > 0 && numbers.length >= filled.length * LEAST_SHARE;
}
