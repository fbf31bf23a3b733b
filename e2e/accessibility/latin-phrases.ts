// Finds the texts in Latin letters on a page in another language.
import type { Page } from '@playwright/test';

/** Texts, names, tooltips and placeholders that have at least one word of three Latin letters and no other letters. */
export function latinPhrases(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null | undefined): void => {
      const trimmed = text?.trim().replaceAll(/\s+/g, ' ') ?? '';
      if (/[A-Za-z]{3}/.test(trimmed) && !/[^ -\u024F\u2000-\u2BFF]/.test(trimmed)) found.add(trimmed);
    };
    // Words of pi, of the model and of files are never translated.
    const foreign = '.monaco-editor, .xterm, pre, code, kbd, [data-foreign]';
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.closest(foreign)) continue;
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'data-tip',
        'alt',
        'aria-description',
        'aria-valuetext',
      ])
        add(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent);
    }
    return [...found];
  });
}
