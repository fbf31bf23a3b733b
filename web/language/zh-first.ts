// Simplified Chinese: the texts that the first paint may show. The others follow right after it, see zh.ts.
import { actions } from './zh/actions.ts';
import { composer } from './zh/composer.ts';
import { controls } from './zh/controls.ts';
import { first } from './zh/first.ts';
import { shell } from './zh/shell.ts';
import { start } from './zh/start.ts';
import { words } from './zh/words.ts';

export const zhFirst = {
  ...actions,
  ...composer,
  ...controls,
  ...first,
  ...shell,
  ...start,
  ...words,
};
