// Plays an input method in Chromium: real compositions, and the keys that reach the page during them.
import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect } from './panel.ts';

/** The files that have several text fields, with the names of the fields. */
export const FIELD_NAMES = {
  'web/agents/worktrees/WorktreeFields.svelte': ['New branch', 'From', 'Worktree folder', 'Setup command'],
  'web/changes/pulls/NewPullRequestDialog.svelte': ['Title', 'Description'],
  'web/editor/huge/HugeBar.svelte': ['Find in file', 'Go to line'],
  'web/search/FileSearch.svelte': ['Search files', 'Files to search'],
  'web/settings/mcp/NewMcpServer.svelte': ['Name', 'Command or URL'],
  'web/settings/models/CustomProvider.svelte': [
    'Name',
    'Base URL',
    'Model ids',
    'API key',
    'or an environment variable',
  ],
  'web/settings/servers/NewServer.svelte': ['Command', 'Languages'],
  'web/settings/resources/NewResource.svelte': ['Name', 'Description'],
} as const;

export class InputMethod {
  readonly #browser: CDPSession;

  private constructor(browser: CDPSession) {
    this.#browser = browser;
  }

  static async of(page: Page): Promise<InputMethod> {
    return new InputMethod(await page.context().newCDPSession(page));
  }

  /** Composes かな, with keys that move in the list of candidates and take back a choice, and ends that with Enter. */
  async compose(field: Locator): Promise<void> {
    await field.focus();
    for (const text of ['k', 'か', 'かn', 'かな'])
      await this.#browser.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    for (const key of ['ArrowDown', 'ArrowUp', 'Tab', 'Escape', 'Enter']) await this.#press(key);
    await this.#browser.send('Input.insertText', { text: 'かな' });
    await pressAsSafari(field);
  }

  /**
   * Composes between two letters of a field. The text must be there, with the caret behind it, and the field must keep
   * the focus. `source` is the file that has the field.
   */
  async composeIn(source: string, field: Locator): Promise<void> {
    const before = await field.inputValue();
    await field.fill('xy');
    await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
    await this.compose(field);
    await expect(field, source).toHaveValue('xかなy');
    await expect(field, source).toBeFocused();
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart), source).toBe(3);
    await field.fill(before);
  }

  /** Composes in each field of a file that has several. `find` returns the field with this name. */
  async composeInEach(source: keyof typeof FIELD_NAMES, find: (name: string) => Locator): Promise<void> {
    for (const name of FIELD_NAMES[source]) await this.composeIn(`${source}, ${name}`, find(name));
  }

  /** Composes at the beginning of a Monaco editor. `source` is the file that creates it. */
  async composeInMonaco(source: string, editor: Locator): Promise<void> {
    const text = editor.getByRole('textbox');
    await text.focus();
    await text.press('ControlOrMeta+Home');
    await this.compose(text);
    // Removed lines are drawn apart.
    await expect(editor.locator('.lines-content > .view-lines'), source).toHaveText(/^かな(?!.*かな)/);
    await expect(text, source).toBeFocused();
  }

  /** Presses a key of an input method as Chromium reports it, which knows itself that there is a composition. */
  async #press(key: string): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode: 229 };
    await this.#browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await this.#browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }
}

/** Reports the Enter that ends a composition after the end, as Safari does. */
function pressAsSafari(field: Locator): Promise<void> {
  return field.evaluate((element) => {
    const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
}
