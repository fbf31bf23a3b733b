// Japanese: the texts that the first paint may show. The others follow right after it, see ja.ts.
import { actions } from './ja/actions.ts';
import { composer } from './ja/composer.ts';
import { controls } from './ja/controls.ts';
import { first } from './ja/first.ts';
import { shell } from './ja/shell.ts';
import { start } from './ja/start.ts';
import { words } from './ja/words.ts';

export const jaFirst = {
  ...actions,
  ...composer,
  ...controls,
  ...first,
  ...shell,
  ...start,
  ...words,
};
