// Japanese: the texts that the first paint may show. The others follow right after it, see ja.ts.
import { actions } from './ja/first/actions.ts';
import { composer } from './ja/first/composer.ts';
import { controls } from './ja/first/controls.ts';
import { first } from './ja/first/first.ts';
import { shell } from './ja/first/shell.ts';
import { start } from './ja/first/start.ts';
import { words } from './ja/first/words.ts';

export const jaFirst = {
  ...actions,
  ...composer,
  ...controls,
  ...first,
  ...shell,
  ...start,
  ...words,
};
