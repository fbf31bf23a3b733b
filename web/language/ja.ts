// Japanese. One chunk, fetched only by pages in Japanese.
import type { Dictionary } from './text.ts';
import { actions } from './ja/actions.ts';
import { agents } from './ja/agents.ts';
import { amounts } from './ja/amounts.ts';
import { budget } from './ja/budget.ts';
import { changes } from './ja/changes.ts';
import { composer } from './ja/composer.ts';
import { controls } from './ja/controls.ts';
import { demo } from './ja/demo.ts';
import { dialogs } from './ja/dialogs.ts';
import { editor } from './ja/editor.ts';
import { extensions } from './ja/extensions.ts';
import { log } from './ja/log.ts';
import { markdown } from './ja/markdown.ts';
import { notifications } from './ja/notifications.ts';
import { panels } from './ja/panels.ts';
import { queue } from './ja/queue.ts';
import { refusals } from './ja/refusals.ts';
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
  ...amounts,
  ...budget,
  ...changes,
  ...composer,
  ...controls,
  ...demo,
  ...dialogs,
  ...editor,
  ...extensions,
  ...log,
  ...markdown,
  ...notifications,
  ...panels,
  ...queue,
  ...refusals,
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
