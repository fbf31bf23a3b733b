// Japanese. One chunk, fetched only by pages in Japanese.
import type { Dictionary } from './text.ts';
import { amounts } from './ja/amounts.ts';
import { changes } from './ja/changes.ts';
import { composer } from './ja/composer.ts';
import { controls } from './ja/controls.ts';
import { dialogs } from './ja/dialogs.ts';
import { editor } from './ja/editor.ts';
import { extensions } from './ja/extensions.ts';
import { log } from './ja/log.ts';
import { markdown } from './ja/markdown.ts';
import { notifications } from './ja/notifications.ts';
import { panels } from './ja/panels.ts';
import { queue } from './ja/queue.ts';
import { settings } from './ja/settings.ts';
import { terminal } from './ja/terminal.ts';
import { tools } from './ja/tools.ts';
import { transcript } from './ja/transcript.ts';
import { words } from './ja/words.ts';

export const ja: Dictionary = {
  ...amounts,
  ...changes,
  ...composer,
  ...controls,
  ...dialogs,
  ...editor,
  ...extensions,
  ...log,
  ...markdown,
  ...notifications,
  ...panels,
  ...queue,
  ...settings,
  ...terminal,
  ...tools,
  ...transcript,
  ...words,
};
