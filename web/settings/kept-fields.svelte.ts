// Keeps what the user typed into a form or opened on a page of the settings, so that nothing is lost when the user
// looks at another page.

const kept = new Map<string, object>();

/** Returns the fields of a form or page, by its name. `empty` has their initial values. */
export function keptFields<T extends object>(name: string, empty: T): T {
  const known = kept.get(name);
  if (known) return known as T;
  const fields = $state({ ...empty });
  kept.set(name, fields);
  return fields;
}
