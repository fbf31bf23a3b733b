// Japanese. One chunk, fetched only by pages in Japanese.
import type { Dictionary } from './text.ts';
import { actions } from './ja/actions.ts';
import { agents } from './ja/agents.ts';
import { changes } from './ja/changes.ts';
import { composer } from './ja/composer.ts';
import { controls } from './ja/controls.ts';
import { dialogs } from './ja/dialogs.ts';
import { editor } from './ja/editor.ts';
import { log } from './ja/log.ts';
import { notifications } from './ja/notifications.ts';
import { queue } from './ja/queue.ts';
import { refusals } from './ja/refusals.ts';
import { resources } from './ja/resources.ts';
import { search } from './ja/search.ts';
import { sessions } from './ja/sessions.ts';
import { settings } from './ja/settings.ts';
import { setup } from './ja/setup.ts';
import { shell } from './ja/shell.ts';
import { start } from './ja/start.ts';
import { terminal } from './ja/terminal.ts';
import { tools } from './ja/tools.ts';
import { transcript } from './ja/transcript.ts';
import { usage } from './ja/usage.ts';
import { words } from './ja/words.ts';
import { worktrees } from './ja/worktrees.ts';

export const ja: Dictionary = {
  ...actions,
  ...agents,
  ...changes,
  ...composer,
  ...controls,
  ...dialogs,
  ...editor,
  ...log,
  ...notifications,
  ...queue,
  ...refusals,
  ...resources,
  ...search,
  ...sessions,
  ...settings,
  ...setup,
  ...shell,
  ...start,
  ...terminal,
  ...tools,
  ...transcript,
  ...usage,
  ...words,
  ...worktrees,
};
