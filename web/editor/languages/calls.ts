// Who calls a function, and what it calls. Monaco has no call hierarchy of its own, so both are lists of places.
import { t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { LspRange } from '../../../shared/languages.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import { knownModel, monacoLocations, readText } from './language-models.ts';
import { positionOf, type LspLocation } from './lsp.ts';
import type { ServerAccess } from './server-access.ts';
import { whileOpen } from './while-open.ts';

interface CallItem {
  uri: string;
  selectionRange: LspRange;
}

interface Call {
  from?: CallItem;
  to?: CallItem;
  /** Where the calls are: in `from`, or in the function that calls `to`. */
  fromRanges: LspRange[];
}

/** Monaco can be asked to peek at references, but not at given places: these are the next references that it gets. */
let shown: {
  model: monaco.editor.ITextModel;
  access: ServerAccess;
  places: monaco.languages.Location[];
} | null = null;

const KINDS = [
  { id: 'panel.incoming-calls', method: 'callHierarchy/incomingCalls' },
  { id: 'panel.outgoing-calls', method: 'callHierarchy/outgoingCalls' },
] as const;

/** Adds both lists to the menu of the editor, for files of this server. */
export function offerCalls(access: ServerAccess): monaco.IDisposable {
  const labels = [t('Show Callers'), t('Show Called Functions')];
  const actions = KINDS.map(({ id, method }, at) =>
    monaco.editor.addEditorAction({
      id: `${id}.${access.server}.${access.language}`,
      label: labels[at]!,
      precondition: `editorLangId == '${access.language}'`,
      contextMenuGroupId: 'navigation',
      contextMenuOrder: 2,
      run: (editor) => showCalls(access, editor, method),
    }),
  );
  return { dispose: () => actions.forEach((action) => action.dispose()) };
}

async function showCalls(
  access: ServerAccess,
  editor: monaco.editor.ICodeEditor,
  method: (typeof KINDS)[number]['method'],
): Promise<void> {
  const [model, position] = [editor.getModel(), editor.getPosition()];
  const client = model && access.clientOf(model);
  if (!model || !position || !client) return;
  const askForCalls = async (): Promise<Call[]> => {
    const textDocument = { uri: client.uriOf(knownModel(model)!.path) };
    const [item] =
      (await client.ask<CallItem[]>(access.server, {
        method: 'textDocument/prepareCallHierarchy',
        params: { textDocument, position: positionOf(position) },
      })) ?? [];
    const ask = async (): Promise<Call[]> =>
      (item && (await client.ask<Call[]>(access.server, { method, params: { item } }))) ?? [];
    return whileOpen(client, { path: item ? client.pathOf(item.uri) : null, readText, ask });
  };
  const { token } = new monaco.CancellationTokenSource();
  const calls = await access.aloud(model, token, askForCalls).catch(() => null);
  // A notice has said why.
  if (!calls) return;
  try {
    const places = await monacoLocations(client, calls.flatMap(placesOf));
    if (places.length === 0) return access.toasts.show('info', t('No calls were found.'));
    shown = { model, access, places };
    // It is no action of the editor, so that `getAction` does not find it.
    editor.trigger('panel', 'editor.action.referenceSearch.trigger', null);
  } catch (error) {
    access.toasts.show('error', errorText(error));
  }
}

/** The calls that Monaco shows now instead of references. Null for another model; empty for another server. */
export function shownCalls(
  access: ServerAccess,
  model: monaco.editor.ITextModel,
): monaco.languages.Location[] | null {
  if (shown?.model !== model) return null;
  const { access: of, places } = shown;
  // Monaco asks all servers of a file in one go.
  queueMicrotask(() => (shown = null));
  return of === access ? places : [];
}

/** A caller is shown where it calls, and a called function where it is. */
function placesOf({ from, to, fromRanges }: Call): LspLocation[] {
  if (from) return fromRanges.map((range) => ({ uri: from.uri, range }));
  return to ? [{ uri: to.uri, range: to.selectionRange }] : [];
}
