// Japanese. One chunk, fetched only by pages in Japanese.
import type { Dictionary } from './text.ts';
import { amounts } from './ja/amounts.ts';
import { changes } from './ja/changes.ts';
import { editor } from './ja/editor.ts';
import { notifications } from './ja/notifications.ts';
import { panels } from './ja/panels.ts';
import { settings } from './ja/settings.ts';
import { terminal } from './ja/terminal.ts';
import { words } from './ja/words.ts';

export const ja: Dictionary = {
  ...amounts,
  ...changes,
  ...editor,
  ...notifications,
  ...panels,
  ...settings,
  ...terminal,
  ...words,
};
