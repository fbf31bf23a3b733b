// The order in which names are listed: file2 before file10, whatever their case.
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Is 0 only for equal names. */
export function compareNames(a: string, b: string): number {
  return a === b ? 0 : compare(a, b) || (a < b ? -1 : 1);
}

/** Compares paths name by name, so that what is in one folder stays together. */
export function comparePaths(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  const at = one.findIndex((name, index) => name !== other[index]);
  if (at === -1) return one.length - other.length;
  const [name, otherName] = [one[at]!, other[at]];
  return otherName === undefined ? 1 : compareNames(name, otherName);
}
