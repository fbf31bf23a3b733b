// Shortens texts and values of unbounded size. A reader always sees that something is missing.
import { cutText } from '../../../shared/view/cut-text.ts';

/** Returns the first `max` UTF-16 units of a text, with a note of how many follow. */
export function cutWithNote(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = cutText(text, max);
  return `${start}… (${text.length - start.length} more characters)`;
}

export interface Limits {
  /** UTF-16 units of one string. */
  string: number;
  /** UTF-16 units of all strings and names together; every value counts a few more. */
  total: number;
}

/** The most levels: more than any tool's arguments have, and far below the 5,000 at which JSON.stringify overflows. */
const MAX_DEPTH = 64;

/** Copies a JSON value within the limits. An object stays an object; a part that is left out becomes a note. */
export function cutValue<T>(value: T, limits: Limits): T {
  let left = limits.total;

  function cut(part: unknown, depth: number): unknown {
    left -= 4;
    if (typeof part === 'string') {
      const whole = cutWithNote(part, Math.max(0, Math.min(limits.string, left)));
      left -= whole.length;
      return whole;
    }
    if (typeof part !== 'object' || part === null) return part;
    if (depth > MAX_DEPTH) return '… (nested too deep)';
    return Array.isArray(part) ? cutItems(part, depth) : cutFields(part, depth);
  }

  function cutItems(items: unknown[], depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const item of items) {
      if (left <= 0) return [...kept, `… (${items.length - kept.length} more)`];
      kept.push(cut(item, depth + 1));
    }
    return kept;
  }

  function cutFields(fields: object, depth: number): object {
    const kept: [string, unknown][] = [];
    for (const [name, field] of Object.entries(fields)) {
      if (left <= 0) break;
      left -= name.length;
      kept.push([name, cut(field, depth + 1)]);
    }
    // An assignment would change the prototype for a field named __proto__.
    return Object.fromEntries(kept);
  }

  // Notes replace only parts, which all readers treat as unknown.
  return cut(value, 0) as T;
}
