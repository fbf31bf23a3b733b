// Simplified Chinese. One chunk, fetched only by pages in Chinese. These names are also the list of all texts.
import { amounts } from './zh/amounts.ts';
import { changes } from './zh/changes.ts';
import { editor } from './zh/editor.ts';
import { notifications } from './zh/notifications.ts';
import { panels } from './zh/panels.ts';
import { settings } from './zh/settings.ts';
import { terminal } from './zh/terminal.ts';
import { words } from './zh/words.ts';

export const zh = {
  ...amounts,
  ...changes,
  ...editor,
  ...notifications,
  ...panels,
  ...settings,
  ...terminal,
  ...words,
};
