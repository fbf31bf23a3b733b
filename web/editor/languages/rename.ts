// A rename begins at the definition of a name, wherever the user begins it.
import type { monaco } from '../../monaco/monaco-setup.ts';
import { editsByUri, positionOf, type LspLocation, type LspWorkspaceEdit } from './lsp.ts';
import type { ServerAccess } from './server-access.ts';
import { whileOpen, type ReadText } from './while-open.ts';

export interface WantedRename {
  model: monaco.editor.ITextModel;
  position: monaco.Position;
  newName: string;
  readText: ReadText;
}

/**
 * Asks for the edits. At an import, typescript-language-server (5.1) would only give the name an alias in this file; the
 * user means the name itself, so the rename begins at its definition, if that is in the workspace. Rejects if the server
 * does not rename.
 */
export async function askRename(
  access: Pick<ServerAccess, 'ask' | 'clientOf' | 'server'>,
  { model, position, newName, readText }: WantedRename,
  token: monaco.CancellationToken,
): Promise<LspWorkspaceEdit | null> {
  const here = { position: positionOf(position) };
  const edit = await access.ask<LspWorkspaceEdit>(
    model,
    { method: 'rename', params: { ...here, newName } },
    token,
  );
  const client = access.clientOf(model);
  const alias = `${model.getWordAtPosition(position)?.word} as ${newName}`;
  const all = edit && editsByUri(edit);
  if (!client || !all || ![...all.values()].flat().some(({ newText }) => newText === alias)) return edit;
  const found = await access.ask<LspLocation | LspLocation[]>(
    model,
    { method: 'definition', params: here },
    token,
  );
  const [place] = [found ?? []].flat();
  const path = place && client.pathOf(place.uri);
  // A package is not the user's to change.
  if (!place || path === null || path === undefined || /(?:^|\/)node_modules\//.test(path)) return edit;
  const params = { textDocument: { uri: place.uri }, position: place.range.start, newName };
  const ask = (): Promise<LspWorkspaceEdit | null> =>
    client.ask<LspWorkspaceEdit>(access.server, { method: 'textDocument/rename', params });
  return (await whileOpen(client, { path, readText, ask })) ?? edit;
}
