// What a language server can change: a name everywhere, what it proposes for a problem, and the layout of a file.
import { t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { LspRange } from '../../../shared/languages.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import { askAloud } from './ask-aloud.svelte.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import { applyWorkspaceEdit } from './language-edits.ts';
import { knownModel, openModel, readText } from './language-models.ts';
import { monacoEdit, monacoRange, positionOf, rangeOf, type LspAction, type LspEdit } from './lsp.ts';
import { askRename } from './rename.ts';
import type { ServerAccess } from './server-access.ts';

type Model = monaco.editor.ITextModel;
const { languages } = monaco;

export function offerRename(access: ServerAccess): monaco.IDisposable {
  return languages.registerRenameProvider(access.language, {
    provideRenameEdits: async (...[model, position, newName, token]) => {
      const ask = () => askRename(access, { model, position, newName, readText }, token);
      // A notice has said why there are none.
      const edit = await access.aloud(model, token, ask).catch(() => null);
      const client = access.clientOf(model);
      if (client && edit) await applyWorkspaceEdit({ client, toasts: access.toasts, openModel }, edit);
      return { edits: [] };
    },
    ...(access.option('renameProvider', 'prepareProvider') === true && {
      resolveRenameLocation: async (
        model: Model,
        position: monaco.Position,
        token: monaco.CancellationToken,
      ) => {
        type Prepared = LspRange | { range: LspRange } | { defaultBehavior: boolean };
        const params = { position: positionOf(position) };
        const found = await access.ask<Prepared>(model, { method: 'prepareRename', params }, token);
        const word = model.getWordAtPosition(position);
        const { lineNumber: line } = position;
        const around = word && new monaco.Range(line, word.startColumn, line, word.endColumn);
        const range =
          found && 'defaultBehavior' in found
            ? around
            : found && monacoRange('range' in found ? found.range : found);
        if (range) return { range, text: model.getValueInRange(range) };
        const here = monaco.Range.fromPositions(position);
        return { range: here, text: '', rejectReason: t("This can't be renamed.") };
      },
    }),
  });
}

export function offerFormatting(access: ServerAccess): monaco.IDisposable {
  return languages.registerDocumentFormattingEditProvider(access.language, {
    provideDocumentFormattingEdits: async (model, { tabSize, insertSpaces }, token) => {
      const params = { options: { tabSize, insertSpaces } };
      return askEdits(access, model, { method: 'formatting', params }, token);
    },
  });
}

export function offerRangeFormatting(access: ServerAccess): monaco.IDisposable {
  return languages.registerDocumentRangeFormattingEditProvider(access.language, {
    provideDocumentRangeFormattingEdits: async (...[model, range, { tabSize, insertSpaces }, token]) => {
      const params = { range: rangeOf(range), options: { tabSize, insertSpaces } };
      return askEdits(access, model, { method: 'rangeFormatting', params }, token);
    },
  });
}

async function askEdits(
  access: ServerAccess,
  ...asked: Parameters<ServerAccess['ask']>
): Promise<monaco.languages.TextEdit[] | undefined> {
  const [model, , token] = asked;
  const ask = () => access.ask<LspEdit[]>(...asked);
  // Without an answer, a notice has said why.
  return (await access.aloud(model, token, ask).catch(() => null))?.map(monacoEdit);
}

/** Monaco runs a command for a chosen action, because the edits may be in files that are not open. */
const APPLY = 'panel.apply-language-action';

export function offerActions(access: ServerAccess): monaco.IDisposable {
  const canResolve = access.option('codeActionProvider', 'resolveProvider') === true;
  return languages.registerCodeActionProvider(access.language, {
    provideCodeActions: async (...[model, range, context, token]) => {
      const client = access.clientOf(model);
      const only = context.only === undefined ? {} : { only: [context.only] };
      const diagnostics = problemsIn(client, model, { range, server: access.server });
      const params = {
        range: rangeOf(range),
        context: { diagnostics, triggerKind: context.trigger, ...only },
      };
      const found = await access.askQuietly<LspAction[]>(model, { method: 'codeAction', params }, token);
      // A command would run in the server, which the panel does not allow.
      const usable =
        found?.filter((one) => one.edit !== undefined || (canResolve && one.command === undefined)) ?? [];
      const actions = usable.map((action) => ({
        title: action.title,
        ...(action.kind !== undefined && { kind: action.kind }),
        ...(action.isPreferred && { isPreferred: true }),
        ...(action.disabled && { disabled: action.disabled.reason }),
        command: { id: APPLY, title: action.title, arguments: [{ access, client, action }] },
      }));
      return { actions, dispose: () => undefined };
    },
  });
}

interface ChosenAction {
  access: ServerAccess;
  client: LanguageClient;
  action: LspAction;
}

monaco.editor.registerCommand(APPLY, (_services, { access, client, action }: ChosenAction) => {
  const { server, toasts } = access;
  const ask = (): Promise<LspAction | null> =>
    client.ask<LspAction>(server, { method: 'codeAction/resolve', params: { ...action } });
  const { token } = new monaco.CancellationTokenSource();
  const whole = action.edit
    ? Promise.resolve(action)
    : // A notice says why there are no edits.
      askAloud({ server, client, toasts }, token, ask).catch(() => null);
  whole
    .then((one) => (one?.edit ? applyWorkspaceEdit({ client, toasts, openModel }, one.edit) : undefined))
    .catch((error: unknown) => toasts.show('error', errorText(error)));
});

/** The problems at this place, as the server has sent them. */
function problemsIn(
  client: LanguageClient | null,
  model: Model,
  { range, server }: { range: monaco.Range; server: string },
): object[] {
  const path = knownModel(model)?.path;
  const all = client?.problems.find((one) => one.path === path && one.server === server)?.problems ?? [];
  return all
    .filter((one) => monaco.Range.areIntersectingOrTouching(monacoRange(one.range), range))
    .map(({ code, source, ...one }) => ({
      ...one,
      ...(source !== null && { source }),
      // Servers compare the code, which may be a number.
      ...(code !== null && { code: /^\d+$/.test(code) ? Number(code) : code }),
    }));
}
