// The texts that the page highlights after a search.
import type { Page } from '@playwright/test';

/** All matches, and the current one, if there is one. */
export function highlights(page: Page): Promise<{ all: string[]; current: string[] }> {
  return page.evaluate(() => {
    const textsOf = (name: string): string[] => [...(CSS.highlights.get(name) ?? [])].map(String);
    return { all: textsOf('found-text'), current: textsOf('found-current') };
  });
}
