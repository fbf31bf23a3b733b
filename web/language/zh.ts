// Simplified Chinese. Fetched only by pages in Chinese, after their first paint. These names are also the list of all
// texts. Each folder of zh/ becomes a file of the build (vite.config.ts), with at most 15 kB gzipped.
import { translateSentences } from './sentences.ts';
import { zhFirst } from './zh-first.ts';
import { agents } from './zh/conversation/agents.ts';
import { changes } from './zh/workspace/changes.ts';
import { comparisons } from './zh/workspace/comparisons.ts';
import { context } from './zh/work/context.ts';
import { cost } from './zh/work/cost.ts';
import { dialogs } from './zh/conversation/dialogs.ts';
import { editor } from './zh/workspace/editor.ts';
import { help } from './zh/conversation/help.ts';
import { log } from './zh/conversation/log.ts';
import { notifications } from './zh/conversation/notifications.ts';
import { plan } from './zh/work/plan.ts';
import { views } from './zh/work/views.ts';
import { preview } from './zh/work/preview.ts';
import { side } from './zh/work/side.ts';
import { queue } from './zh/conversation/queue.ts';
import { refusals } from './zh/refusals/refusals.ts';
import { resources } from './zh/settings/resources.ts';
import { searchWords } from './zh/workspace/search-words.ts';
import { search } from './zh/workspace/search.ts';
import { gitSentences } from './zh/git/sentences.ts';
import { sentences } from './zh/server/sentences.ts';
import { sessions } from './zh/conversation/sessions.ts';
import { settings } from './zh/settings/settings.ts';
import { setup } from './zh/settings/setup.ts';
import { pulls } from './zh/git/pulls.ts';
import { ship } from './zh/git/ship.ts';
import { terminal } from './zh/conversation/terminal.ts';
import { tools } from './zh/conversation/tools.ts';
import { tour } from './zh/settings/tour.ts';
import { transcript } from './zh/conversation/transcript.ts';
import { usage } from './zh/settings/usage.ts';
import { worktrees } from './zh/git/worktrees.ts';

export const zh = {
  ...zhFirst,
  ...agents,
  ...changes,
  ...comparisons,
  ...context,
  ...cost,
  ...dialogs,
  ...editor,
  ...help,
  ...log,
  ...notifications,
  ...plan,
  ...views,
  ...preview,
  ...side,
  ...queue,
  ...refusals,
  ...resources,
  ...search,
  ...searchWords,
  ...sessions,
  ...settings,
  ...setup,
  ...pulls,
  ...ship,
  ...terminal,
  ...tools,
  ...tour,
  ...transcript,
  ...usage,
  ...worktrees,
};

export const translateSentence = translateSentences({ ...sentences, ...gitSentences });
