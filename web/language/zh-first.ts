// Simplified Chinese: the texts that the first paint may show. The others follow right after it, see zh.ts.
import { actions } from './zh/first/actions.ts';
import { composer } from './zh/first/composer.ts';
import { controls } from './zh/first/controls.ts';
import { first } from './zh/first/first.ts';
import { shell } from './zh/first/shell.ts';
import { start } from './zh/first/start.ts';
import { words } from './zh/first/words.ts';

export const zhFirst = {
  ...actions,
  ...composer,
  ...controls,
  ...first,
  ...shell,
  ...start,
  ...words,
};
