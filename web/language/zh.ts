// Simplified Chinese. One chunk, fetched only by pages in Chinese. These names are also the list of all texts.
import { amounts } from './zh/amounts.ts';
import { editor } from './zh/editor.ts';
import { changes } from './zh/changes.ts';
import { notifications } from './zh/notifications.ts';
import { panels } from './zh/panels.ts';
import { settings } from './zh/settings.ts';
import { terminal } from './zh/terminal.ts';

export const zh = {
  ...amounts,
  ...editor,
  ...changes,
  ...notifications,
  ...panels,
  ...settings,
  ...terminal,
};
