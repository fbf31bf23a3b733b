// Formats a file before the user's save. A save never waits for long, and text that is typed meanwhile stays as it is.
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import { monacoEdit, type LspEdit } from './lsp.ts';

/** The longest that a save waits, in ms. */
const LIMIT_MS = 2000;

/** Does nothing if no server can format the file, if none does in time, or if the text has changed meanwhile. */
export async function formatModel(
  client: Pick<LanguageClient, 'serversFor' | 'ask' | 'uriOf'>,
  path: string,
  model: monaco.editor.ITextModel,
): Promise<void> {
  const server = client
    .serversFor(path)
    .find(({ state, capabilities }) => state === 'ready' && capabilities?.documentFormattingProvider);
  if (!server) return;
  const version = model.getVersionId();
  const { tabSize, insertSpaces } = model.getOptions();
  const params = { textDocument: { uri: client.uriOf(path) }, options: { tabSize, insertSpaces } };
  const asked = client.ask<LspEdit[]>(
    server.id,
    { method: 'textDocument/formatting', params },
    AbortSignal.timeout(LIMIT_MS),
  );
  // A file that cannot be formatted, such as a broken one, is saved as it is.
  const edits = await asked.catch(() => null);
  if (!edits || edits.length === 0 || model.isDisposed() || model.getVersionId() !== version) return;
  model.pushStackElement();
  model.pushEditOperations([], edits.map(monacoEdit), () => null);
  model.pushStackElement();
}
