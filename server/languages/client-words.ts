// What the panel tells a language server about itself, and its answers to what a server asks.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FoundServer } from './find-servers.ts';

const FORMATS = ['markdown', 'plaintext'];
const ACTIONS = [
  '',
  'quickfix',
  'refactor',
  'refactor.extract',
  'refactor.inline',
  'refactor.rewrite',
  'source',
];

const CAPABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true },
  workspace: {
    ...{ applyEdit: false, configuration: true, workspaceFolders: true, symbol: {} },
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: false },
  },
  textDocument: {
    synchronization: { didSave: true },
    completion: {
      contextSupport: true,
      completionItem: {
        ...{
          snippetSupport: true,
          deprecatedSupport: true,
          preselectSupport: true,
          insertReplaceSupport: true,
        },
        documentationFormat: FORMATS,
        tagSupport: { valueSet: [1] },
        resolveSupport: { properties: ['documentation', 'detail', 'additionalTextEdits'] },
      },
    },
    hover: { contentFormat: FORMATS },
    signatureHelp: {
      contextSupport: true,
      signatureInformation: {
        documentationFormat: FORMATS,
        parameterInformation: { labelOffsetSupport: true },
        activeParameterSupport: true,
      },
    },
    ...{ definition: {}, typeDefinition: {}, implementation: {}, references: {}, documentHighlight: {} },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    ...{ formatting: {}, rangeFormatting: {}, rename: { prepareSupport: true }, callHierarchy: {} },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ACTIONS } },
      ...{ isPreferredSupport: true, dataSupport: true, resolveSupport: { properties: ['edit'] } },
    },
    publishDiagnostics: { tagSupport: { valueSet: [1, 2] }, dataSupport: true },
  },
};

/** `roots`: the folders that it works in, the first of which is that of the server itself. */
export function initializeParams(
  { kind, root }: FoundServer,
  roots: readonly string[],
): Record<string, unknown> {
  return {
    // A server ends by itself when this process does.
    processId: process.pid,
    clientInfo: { name: 'pi-panel' },
    rootPath: root,
    rootUri: uriOf(root),
    workspaceFolders: roots.map(workspaceFolder),
    capabilities: CAPABILITIES,
    initializationOptions: kind.options ?? {},
  };
}

/** Returns the result for a request of the server; undefined if the panel does not know the method. */
export function answerServer(
  { kind }: FoundServer,
  roots: readonly string[],
  { method, params }: { method: string; params: unknown },
): unknown {
  switch (method) {
    case 'workspace/configuration': {
      const items = (params as { items?: unknown } | null)?.items;
      return Array.isArray(items) ? items.map((item) => settingsFor(kind.settings, item)) : [];
    }
    case 'workspace/workspaceFolders':
      return roots.map(workspaceFolder);
    // Its edits come as the result of what the user has asked for, and never by themselves.
    case 'workspace/applyEdit':
      return { applied: false };
    case 'client/registerCapability':
    case 'client/unregisterCapability':
    case 'window/workDoneProgress/create':
    case 'window/showMessageRequest':
      return null;
    default:
      return /^workspace\/\w+\/refresh$/.test(method) ? null : undefined;
  }
}

function settingsFor(settings: Record<string, unknown> = {}, item: unknown): unknown {
  const section = (item as { section?: unknown } | null)?.section;
  const name = typeof section === 'string' && Object.hasOwn(settings, section) ? section : '';
  return settings[name] ?? null;
}

/** Whether a server takes further folders while it runs. */
export function takesFolders(workspace: unknown): boolean {
  const { workspaceFolders } = (workspace ?? {}) as { workspaceFolders?: { changeNotifications?: unknown } };
  return Boolean(workspaceFolders?.changeNotifications);
}

export function workspaceFolder(root: string): { uri: string; name: string } {
  return { uri: uriOf(root), name: path.basename(root) };
}

export function uriOf(place: string): string {
  return pathToFileURL(place).href;
}

/** Returns the path within the folder, which is absolute. Null for anything else, such as a library. */
export function pathIn(folder: string, uri: string): string | null {
  try {
    const relative = path.relative(folder, fileURLToPath(uri)).replaceAll(path.sep, '/');
    return relative === '' || relative.startsWith('../') || path.isAbsolute(relative) ? null : relative;
  } catch {
    // Some servers name places that are not files.
    return null;
  }
}

/** Whether a server takes edits, and not only whole texts, by its `textDocumentSync`. */
export function takesEdits(sync: unknown): boolean {
  return sync === 2 || (typeof sync === 'object' && sync !== null && 'change' in sync && sync.change === 2);
}

export function wantsSaves(sync: unknown): boolean {
  return typeof sync === 'object' && sync !== null && 'save' in sync && Boolean(sync.save);
}
