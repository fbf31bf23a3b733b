// The state of a replacement in the files of the workspace: what replaces, and the act itself, file by file. Only hits
// that are shown are replaced, and a file in which one of them is another line by now is left alone.
import { plural, t } from '../language/text.ts';
import { errorText } from '../../shared/error-text.ts';
import type { FileMatches } from '../../shared/searches.ts';
import { editOnDisk, takeBackAll, type TakeBack } from '../editor/file/edit-on-disk.ts';
import type { FileAccess } from '../editor/file/file-route.ts';
import type { Toasts } from '../state/notices/toasts.svelte.ts';
import { fileSearch } from './file-search.svelte.ts';
import { replaceInText, replacer, type Replace } from './replacement.ts';

/** How many files are changed at a time. */
const AT_ONCE = 4;
/** How many reasons a message names. */
const MAX_REASONS = 3;

class Replacing {
  /** Whether the field is shown. */
  isOpen = $state(false);
  replacement = $state('');
  keepsCase = $state(true);
  isBusy = $state(false);

  /** Null if nothing can be replaced. */
  readonly replace = $derived.by((): Replace | null => {
    const { query, isCaseSensitive, isWholeWord, isRegex } = fileSearch;
    if (!this.isOpen || query === '') return null;
    const { replacement, keepsCase } = this;
    return replacer({ query, isCaseSensitive, isWholeWord, isRegex, replacement, keepsCase });
  });

  /** Replaces these hits, says what was done with a button that takes all of it back, and searches again. */
  async start(agent: FileAccess, files: readonly FileMatches[], toasts: Toasts): Promise<void> {
    const { replace } = this;
    if (!replace || this.isBusy) return;
    this.isBusy = true;
    const done: [path: string, back: TakeBack][] = [];
    const failures: string[] = [];
    const act = async ({ path, lines }: FileMatches): Promise<void> => {
      try {
        done.push([path, await editOnDisk(agent, path, (text) => replaceInText(text, lines, replace))]);
      } catch (error) {
        failures.push(`${path}: ${errorText(error)}`);
      }
    };
    for (let at = 0; at < files.length; at += AT_ONCE)
      await Promise.all(files.slice(at, at + AT_ONCE).map(act));
    this.isBusy = false;
    report(failures, toasts);
    if (done.length > 0)
      toasts.show('info', plural(done.length, ['Replaced in {count} file.', 'Replaced in {count} files.']), {
        label: t('Undo'),
        act: () => void takeBack(agent, done, toasts),
      });
    await fileSearch.start(agent);
  }
}

async function takeBack(
  agent: FileAccess,
  done: readonly [string, TakeBack][],
  toasts: Toasts,
): Promise<void> {
  report(await takeBackAll(done), toasts);
  await fileSearch.start(agent);
}

function report(failures: readonly string[], toasts: Toasts): void {
  if (failures.length === 0) return;
  const more = failures.length - MAX_REASONS;
  const reasons = [...failures.slice(0, MAX_REASONS), ...(more > 0 ? [`+${more}`] : [])].join(' ');
  toasts.show('error', t("Some files weren't changed. {reasons}", { reasons }));
}

/** There is one for the page, as of the search. */
export const replacing = new Replacing();
