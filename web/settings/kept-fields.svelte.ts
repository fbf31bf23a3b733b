// Keeps what the user typed into a form or opened on a page of the settings, so that nothing is lost when the user
// looks at another page. A reload of the page would lose it, because it may include keys, which are not stored.
import { t } from '../language/text.ts';
import { registerHolder } from '../lib/storage/unkept.ts';

const kept = new Map<string, object>();

/** Returns the fields of a form or page, by its name. `empty` has their initial values. */
export function keptFields<T extends object>(name: string, empty: T): T {
  const known = kept.get(name);
  if (known) return known as T;
  const fields = $state({ ...empty });
  kept.set(name, fields);
  // Other fields are choices, which are quickly made again.
  const texts = (Object.keys(empty) as (keyof T)[]).filter((key) => empty[key] === '');
  registerHolder(() => (texts.some((key) => fields[key] !== '') ? t('Settings') : null));
  return fields;
}
