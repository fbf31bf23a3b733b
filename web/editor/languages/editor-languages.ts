// Connects the editor with the language servers of its workspace: what they offer in each language, the problems that
// they find in the open files, and the files to which they lead.
import { monaco } from '../../monaco/monaco-setup.ts';
import type { FileProblems } from '../../../shared/languages.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import { offerActions, offerFormatting, offerRangeFormatting, offerRename } from './edit-providers.ts';
import { offerCompletion, offerHover, offerSignatures } from './hint-providers.ts';
import { formatModel } from './format-on-save.ts';
import { offerCalls } from './calls.ts';
import { languagesOf, type LanguageClient } from './language-client.svelte.ts';
import { followModel, knownModel, openModels } from './language-models.ts';
import { monacoRange } from './lsp.ts';
import {
  offerDefinition,
  offerImplementation,
  offerReferences,
  offerSymbols,
  offerTypeDefinition,
} from './place-providers.ts';
import { ServerAccess } from './server-access.ts';

export interface EditorLanguages {
  agent: Agent;
  workbench: Workbench;
  toasts: Toasts;
}

const OFFERS: Record<string, (access: ServerAccess) => monaco.IDisposable> = {
  hoverProvider: offerHover,
  completionProvider: offerCompletion,
  signatureHelpProvider: offerSignatures,
  definitionProvider: offerDefinition,
  typeDefinitionProvider: offerTypeDefinition,
  implementationProvider: offerImplementation,
  referencesProvider: offerReferences,
  documentSymbolProvider: offerSymbols,
  renameProvider: offerRename,
  codeActionProvider: offerActions,
  documentFormattingProvider: offerFormatting,
  documentRangeFormattingProvider: offerRangeFormatting,
  callHierarchyProvider: offerCalls,
};

const SEVERITIES = [
  monaco.MarkerSeverity.Error,
  monaco.MarkerSeverity.Warning,
  monaco.MarkerSeverity.Info,
  monaco.MarkerSeverity.Hint,
];

/** What is registered, by server and language, for the capabilities of one run of the server. */
const registered = new Map<string, { capabilities: object; offers: monaco.IDisposable[] }>();
/** The problems that a model shows. */
const shown = new WeakMap<monaco.editor.ITextModel, readonly FileProblems[]>();
const clients = new Map<LanguageClient, () => void>();
let opener: monaco.IDisposable | null = null;

/** Must be called when the editor shows a file. Does nothing for a file that is known already. */
export function showInLanguages(
  { agent, workbench, toasts }: EditorLanguages,
  file: OpenFile,
  model: monaco.editor.ITextModel,
): void {
  const workspace = agent.view?.workspace;
  if (workspace === undefined) return;
  const client = languagesOf(agent, workspace);
  if (!clients.has(client))
    clients.set(
      client,
      client.onChange(() => update(client, toasts)),
    );
  opener ??= openPlaces(workbench);
  followModel(client, file, model);
  file.beforeSave = () =>
    workbench.editorOptions.now.formatsOnSave ? formatModel(client, file.path, model) : Promise.resolve();
  update(client, toasts);
}

function update(client: LanguageClient, toasts: Toasts): void {
  for (const [model, path] of openModels(client)) {
    for (const { id: server, capabilities } of client.serversFor(path))
      if (capabilities) register({ server, capabilities, language: model.getLanguageId(), toasts });
    showProblems(client, model, path);
  }
}

function register(options: ConstructorParameters<typeof ServerAccess>[0]): void {
  const key = `${options.server} ${options.language}`;
  const before = registered.get(key);
  // Each frame has new objects.
  if (JSON.stringify(before?.capabilities) === JSON.stringify(options.capabilities)) return;
  for (const offer of before?.offers ?? []) offer.dispose();
  const access = new ServerAccess(options);
  const offers = Object.entries(OFFERS).flatMap(([name, offer]) =>
    access.offers(name) ? [offer(access)] : [],
  );
  registered.set(key, { capabilities: options.capabilities, offers });
}

function showProblems(client: LanguageClient, model: monaco.editor.ITextModel, path: string): void {
  const all = client.problems.filter((one) => one.path === path);
  const before = shown.get(model) ?? [];
  // Most frames are about another file.
  if (all.length === before.length && all.every((one, at) => one === before[at])) return;
  shown.set(model, all);
  const markers = all.flatMap(({ problems }) =>
    problems.map(({ range, severity, message, source, code, tags }) => ({
      ...monacoRange(range),
      ...{ message, tags, severity: SEVERITIES[severity - 1]! },
      ...(source !== null && { source }),
      ...(code !== null && { code }),
    })),
  );
  monaco.editor.setModelMarkers(model, 'languages', markers);
}

/** Opens the files to which Monaco leads in the tabs of the editor. */
function openPlaces(workbench: Workbench): monaco.IDisposable {
  return monaco.editor.registerEditorOpener({
    openCodeEditor: (source, resource, place) => {
      const model = monaco.editor.getModel(resource);
      // Monaco itself moves within the file that it shows.
      if (model && model === source.getModel()) return false;
      const known = model && knownModel(model);
      const path = known ? known.path : resource.path.slice(1);
      const range = place && 'startLineNumber' in place ? place : undefined;
      const line = range?.startLineNumber ?? (place as monaco.IPosition | undefined)?.lineNumber;
      const column = range?.startColumn ?? (place as monaco.IPosition | undefined)?.column ?? 1;
      const isOneLine = range !== undefined && range.endLineNumber === range.startLineNumber;
      const length = isOneLine ? range.endColumn - range.startColumn : 0;
      workbench.showFile(path, {
        ...(line !== undefined && { line, match: { column, length } }),
        isPreview: true,
      });
      return true;
    },
  });
}
