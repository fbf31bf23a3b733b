// The keys of what language servers do, in a file for which none does it: a notice says why.
import { t, translate } from '../../language/text.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import type { LanguageServerRow } from '../../../shared/languages.ts';
import { knownModel } from './language-models.ts';

const { KeyCode, KeyMod } = monaco;

/** Monaco has the same entries for files with a server. */
export function offerWithoutServer(
  editor: Pick<monaco.editor.IStandaloneCodeEditor, 'addAction' | 'getModel'>,
  toasts: () => Pick<Toasts, 'show'> | undefined,
): void {
  const run = (): void => {
    const model = editor.getModel();
    const known = model && knownModel(model);
    toasts()?.show('info', whyNone(known ? known.client.serversFor(known.path) : []));
  };
  const [definition, references, rename] = ['Definition', 'Reference', 'Rename'].map((name) => ({
    precondition: `!editorHas${name}Provider`,
    run,
  }));
  editor.addAction({
    ...definition!,
    ...{ id: 'panel.no-definition', label: t('Go to Definition'), keybindings: [KeyCode.F12] },
    ...{ contextMenuGroupId: 'navigation', contextMenuOrder: 1.1 },
  });
  editor.addAction({
    ...references!,
    ...{ id: 'panel.no-references', label: t('Go to References') },
    keybindings: [KeyMod.Shift | KeyCode.F12],
  });
  editor.addAction({
    ...rename!,
    ...{ id: 'panel.no-rename', label: t('Rename Symbol'), keybindings: [KeyCode.F2] },
  });
}

export function whyNone(servers: readonly LanguageServerRow[]): string {
  const [row] = servers;
  if (!row) return t('No language server runs for this file.');
  const { name, state, reason } = row;
  if (state === 'starting') return t('{name} is still starting.', { name });
  if (state === 'untrusted') return t('{name} waits until you trust this folder.', { name });
  if (state === 'failed')
    return t("{name} isn't running: {reason}", { name, reason: translate(reason ?? '') });
  return t("{name} doesn't offer this.", { name });
}
