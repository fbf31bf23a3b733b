// Checks values from outside against tables of their fields. The types in this folder say what pi writes; a file or an
// extension may contain anything. The checks are written by hand because they run for every line of long sessions.
import { isRecord } from './is-record.ts';

/** The result of a check for a value that cannot be used. */
export const UNFIT = Symbol('unfit');

/**
 * Returns the value if it fits, another one to use in its place, or UNFIT. Adds to `flaws` the path of every part that
 * was replaced or left out.
 */
export type Check = (value: unknown, flaws: string[], path: string) => unknown;

/** The checks of an object's fields. Fields without a check are kept as they are. */
export type Table = Readonly<Record<string, Check>>;

export const text: Check = (value) => (typeof value === 'string' ? value : UNFIT);
export const flag: Check = (value) => (typeof value === 'boolean' ? value : UNFIT);
/** JSON can contain 1e999, which is not a number that can be written again. */
export const number: Check = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : UNFIT);
/** ms since 1970, as far as a Date reaches. */
export const time: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 8.64e15 ? value : UNFIT;
export const record: Check = (value) => (isRecord(value) ? value : UNFIT);
/** The name of a member of an object that is used as a map, which has some members from the start. */
export const id: Check = (value) =>
  typeof value === 'string' && !(value in Object.prototype) ? value : UNFIT;

/** Leaves out a value that does not fit. A missing value is not a flaw. */
export const optional =
  (check: Check): Check =>
  (value, flaws, path) => {
    if (value === undefined || value === null) return undefined;
    const checked = check(value, flaws, path);
    if (checked !== UNFIT) return checked;
    flaws.push(path);
    return undefined;
  };

/** A value without which the object still means something, but not if it is of another type. */
export const absentOr =
  (check: Check): Check =>
  (value, flaws, path) =>
    value === undefined || value === null ? undefined : check(value, flaws, path);

/** Uses `substitute` in place of a value that does not fit. `isExpected`: whether a missing value is a flaw. */
export const either =
  (check: Check, substitute: unknown, { isExpected = true } = {}): Check =>
  (value, flaws, path) => {
    const checked = check(value, flaws, path);
    if (checked !== UNFIT) return checked;
    if (isExpected || (value !== undefined && value !== null)) flaws.push(path);
    return substitute;
  };

/** An object with these fields. A field whose own check says UNFIT makes the object unfit. */
export const fields = (table: Table): Check => {
  const checks = Object.entries(table);
  return (value, flaws, path) => {
    if (!isRecord(value)) return UNFIT;
    let checked = value;
    for (const [name, check] of checks) {
      const given = value[name];
      const inner = path === '' ? name : `${path}.${name}`;
      const used = check(given, flaws, inner);
      if (used === UNFIT) {
        flaws.push(inner);
        return UNFIT;
      }
      if (used === given) continue;
      if (checked === value) checked = { ...value };
      if (used === undefined) delete checked[name];
      else checked[name] = used;
    }
    return checked;
  };
};

/** A list, without the items that do not fit. */
export const list =
  (item: Check): Check =>
  (value, flaws, path) => {
    if (!Array.isArray(value)) return UNFIT;
    let kept: unknown[] | null = null;
    for (const [at, given] of value.entries()) {
      const before = flaws.length;
      const checked = item(given, flaws, `${path}[${at}]`);
      if (checked === UNFIT && flaws.length === before) flaws.push(`${path}[${at}]`);
      if (checked !== given) kept ??= value.slice(0, at);
      if (checked !== UNFIT) kept?.push(checked);
    }
    return kept ?? (value as unknown);
  };

/** An object whose `type` chooses the check. An object of another type is unfit. */
export const byType = (checks: Readonly<Record<string, Check>>): Check => {
  const known = new Map(Object.entries(checks));
  return (value, flaws, path) => {
    const check = isRecord(value) && typeof value.type === 'string' ? known.get(value.type) : undefined;
    return check ? check(value, flaws, path) : UNFIT;
  };
};
