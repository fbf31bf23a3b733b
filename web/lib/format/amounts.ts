// Formats numbers with their units: tokens, bytes, money.

/** Formats a number of tokens: `950`, `12.3k`, `128k`, `1.2M`. */
export function tokens(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${shorten(count / 1000)}k`;
  return `${shorten(count / 1_000_000)}M`;
}

/** Formats a number of bytes in powers of 1000: `512 B`, `12.3 kB`, `4.1 MB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 999_500) return `${shorten(count / 1000)} kB`;
  if (count < 999_500_000) return `${shorten(count / 1_000_000)} MB`;
  return `${shorten(count / 1_000_000_000)} GB`;
}

/** Formats US dollars with two decimals, or with four below one cent. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0.00';
  return amount < 0.01 ? `$${amount.toFixed(4)}` : `$${amount.toFixed(2)}`;
}

/** Formats US dollars without a sign, rounded to cents: `3`, `0.25`. */
export const price = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2);

/** At most three digits: 1.23 -> `1.2`, 12.3 -> `12.3`, 128.4 -> `128`, 200 -> `200`. */
function shorten(value: number): string {
  return value.toFixed(value < 99.95 ? 1 : 0).replace(/\.0$/, '');
}
