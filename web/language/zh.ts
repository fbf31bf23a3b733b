// Simplified Chinese. Fetched only by pages in Chinese, after their first paint. These names are also the list of all
// texts.
import { translateSentences } from './sentences.ts';
import { zhFirst } from './zh-first.ts';
import { agents } from './zh/agents.ts';
import { changes } from './zh/changes.ts';
import { comparisons } from './zh/comparisons.ts';
import { dialogs } from './zh/dialogs.ts';
import { editor } from './zh/editor.ts';
import { help } from './zh/help.ts';
import { log } from './zh/log.ts';
import { notifications } from './zh/notifications.ts';
import { queue } from './zh/queue.ts';
import { refusals } from './zh/refusals.ts';
import { resources } from './zh/resources.ts';
import { searchWords } from './zh/search-words.ts';
import { search } from './zh/search.ts';
import { sentences } from './zh/sentences.ts';
import { sessions } from './zh/sessions.ts';
import { settings } from './zh/settings.ts';
import { setup } from './zh/setup.ts';
import { terminal } from './zh/terminal.ts';
import { tools } from './zh/tools.ts';
import { tour } from './zh/tour.ts';
import { transcript } from './zh/transcript.ts';
import { usage } from './zh/usage.ts';
import { worktrees } from './zh/worktrees.ts';

export const zh = {
  ...zhFirst,
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
