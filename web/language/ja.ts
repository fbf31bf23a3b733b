// Japanese. Fetched only by pages in Japanese, after their first paint.
import { translateSentences } from './sentences.ts';
import { jaFirst } from './ja-first.ts';
import type { Dictionary } from './text.ts';
import { agents } from './ja/conversation/agents.ts';
import { changes } from './ja/workspace/changes.ts';
import { comparisons } from './ja/workspace/comparisons.ts';
import { context } from './ja/work/context.ts';
import { cost } from './ja/work/cost.ts';
import { dialogs } from './ja/conversation/dialogs.ts';
import { editor } from './ja/workspace/editor.ts';
import { help } from './ja/conversation/help.ts';
import { log } from './ja/conversation/log.ts';
import { notifications } from './ja/conversation/notifications.ts';
import { plan } from './ja/work/plan.ts';
import { views } from './ja/work/views.ts';
import { preview } from './ja/work/preview.ts';
import { side } from './ja/work/side.ts';
import { queue } from './ja/conversation/queue.ts';
import { refusals } from './ja/refusals/refusals.ts';
import { resources } from './ja/settings/resources.ts';
import { searchWords } from './ja/workspace/search-words.ts';
import { search } from './ja/workspace/search.ts';
import { gitSentences } from './ja/git/sentences.ts';
import { sentences } from './ja/server/sentences.ts';
import { sessions } from './ja/conversation/sessions.ts';
import { settings } from './ja/settings/settings.ts';
import { setup } from './ja/settings/setup.ts';
import { pulls } from './ja/git/pulls.ts';
import { ship } from './ja/git/ship.ts';
import { terminal } from './ja/conversation/terminal.ts';
import { tools } from './ja/conversation/tools.ts';
import { tour } from './ja/settings/tour.ts';
import { transcript } from './ja/conversation/transcript.ts';
import { usage } from './ja/settings/usage.ts';
import { worktrees } from './ja/git/worktrees.ts';

export const ja: Dictionary = {
  ...jaFirst,
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
