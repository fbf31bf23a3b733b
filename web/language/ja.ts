// Japanese. Fetched only by pages in this language, after their first paint.
import { translateSentences } from './sentences.ts';
import type { Dictionary } from './text.ts';
import conversation from './ja/conversation.json' with { type: 'json' };
import first from './ja-first.json' with { type: 'json' };
import git from './ja/git.json' with { type: 'json' };
import refusals from './ja/refusals.json' with { type: 'json' };
import sentences from './ja/sentences.json' with { type: 'json' };
import settings from './ja/settings.json' with { type: 'json' };
import work from './ja/work.json' with { type: 'json' };
import workspace from './ja/workspace.json' with { type: 'json' };

export const ja: Dictionary = {
  ...first,
  ...conversation,
  ...git,
  ...refusals,
  ...settings,
  ...work,
  ...workspace,
};

export const translateSentence = translateSentences(sentences);
