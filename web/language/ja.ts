// Japanese. Fetched only by pages in Japanese, after their first paint.
import { translateSentences } from './sentences.ts';
import { jaFirst } from './ja-first.ts';
import type { Dictionary } from './text.ts';
import { agents } from './ja/agents.ts';
import { changes } from './ja/changes.ts';
import { comparisons } from './ja/comparisons.ts';
import { dialogs } from './ja/dialogs.ts';
import { editor } from './ja/editor.ts';
import { help } from './ja/help.ts';
import { log } from './ja/log.ts';
import { notifications } from './ja/notifications.ts';
import { queue } from './ja/queue.ts';
import { refusals } from './ja/refusals.ts';
import { resources } from './ja/resources.ts';
import { searchWords } from './ja/search-words.ts';
import { search } from './ja/search.ts';
import { sentences } from './ja/sentences.ts';
import { sessions } from './ja/sessions.ts';
import { settings } from './ja/settings.ts';
import { setup } from './ja/setup.ts';
import { terminal } from './ja/terminal.ts';
import { tools } from './ja/tools.ts';
import { tour } from './ja/tour.ts';
import { transcript } from './ja/transcript.ts';
import { usage } from './ja/usage.ts';
import { worktrees } from './ja/worktrees.ts';

export const ja: Dictionary = {
  ...jaFirst,
  ...agents,
  ...changes,
  ...comparisons,
  ...dialogs,
  ...editor,
  ...help,
  ...log,
  ...notifications,
  ...queue,
  ...refusals,
  ...resources,
  ...search,
  ...searchWords,
  ...sessions,
  ...settings,
  ...setup,
  ...terminal,
  ...tools,
  ...tour,
  ...transcript,
  ...usage,
  ...worktrees,
};

export const translateSentence = translateSentences(sentences);
