// The models of the editor that belong to files of a workspace: those of open files, whose changes the language servers
// get, and those of other files, which only show a place in a list of references.
import { monaco } from '../../monaco/monaco-setup.ts';
import { readVersion } from '../file/file-route.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import type { LanguageClient } from './language-client.svelte.ts';
import { monacoRange, type LspLocation } from './lsp.ts';

type Model = monaco.editor.ITextModel;

interface Known {
  client: LanguageClient;
  path: string;
  /** Null for a model that only shows a place. */
  file: OpenFile | null;
}

/** Files that a list of references can show. Each is read for it. */
const MAX_SHOWN = 200;
/** How many files are read at a time. */
const AT_ONCE = 8;

const known = new Map<Model, Known>();

export function knownModel(model: Model): Known | undefined {
  return known.get(model);
}

export function openModels(client: LanguageClient): [model: Model, path: string][] {
  return [...known].flatMap(([model, one]) =>
    one.client === client && one.file !== null ? [[model, one.path] as [Model, string]] : [],
  );
}

/** Returns the model of an open file, and the file. */
export function openModel(client: LanguageClient, path: string): { model: Model; file: OpenFile } | null {
  for (const [model, one] of known)
    if (one.client === client && one.path === path && one.file) return { model, file: one.file };
  return null;
}

/** Keeps the language servers in step with this model until it is disposed. */
export function followModel(client: LanguageClient, file: OpenFile, model: Model): void {
  if (known.has(model)) return;
  const { path } = file;
  known.set(model, { client, path, file });
  const close = client.open(path, { text: () => model.getValue(monaco.editor.EndOfLinePreference.LF) });
  model.onDidChangeContent(({ changes }) =>
    client.change(
      path,
      changes.map(({ rangeOffset, rangeLength, text }) => ({
        offset: rangeOffset,
        length: rangeLength,
        text: text.replaceAll('\r\n', '\n'),
      })),
    ),
  );
  model.onWillDispose(() => {
    known.delete(model);
    close();
  });
}

/**
 * Returns these places for Monaco. If there are several, their files are read, so that Monaco can list them with their
 * lines; the models of the previous list are disposed. Files outside of the workspace are left out.
 */
export async function monacoLocations(
  client: LanguageClient,
  locations: readonly LspLocation[],
): Promise<monaco.languages.Location[]> {
  const inside = locations.flatMap(({ uri, range }) => {
    const path = client.pathOf(uri);
    return path === null ? [] : [{ path, range: monacoRange(range) }];
  });
  const paths = [...new Set(inside.map(({ path }) => path))].slice(0, MAX_SHOWN);
  if (inside.length > 1) await readModels(client, paths);
  return inside.flatMap(({ path, range }) =>
    paths.includes(path) ? [{ uri: uriFor(client, path), range }] : [],
  );
}

function uriFor(client: LanguageClient, path: string): monaco.Uri {
  return openModel(client, path)?.model.uri ?? placeUri(path);
}

/** Such a model has no number (see `createModel`), so that it is never taken for that of an open file. */
function placeUri(path: string): monaco.Uri {
  return monaco.Uri.from({ scheme: 'file', path: `/${path}`, query: 'place' });
}

async function readModels(client: LanguageClient, paths: readonly string[]): Promise<void> {
  for (const [model, { file, path }] of known) if (file === null && !paths.includes(path)) forget(model);
  const left = paths.filter((path) => !openModel(client, path));
  for (let at = 0; at < left.length; at += AT_ONCE)
    await Promise.all(left.slice(at, at + AT_ONCE).map((path) => readModel(client, path)));
}

/** Reads the text of a file that is not open. Rejects with an ApiError if the server refuses. */
export async function readText(client: LanguageClient, path: string): Promise<string> {
  const found = await readVersion(client.agent!, path);
  return found === 'deleted' ? '' : found.text;
}

async function readModel(client: LanguageClient, path: string): Promise<void> {
  const text = await readText(client, path);
  const uri = placeUri(path);
  const before = monaco.editor.getModel(uri);
  if (before) forget(before);
  known.set(monaco.editor.createModel(text, undefined, uri), { client, path, file: null });
}

function forget(model: Model): void {
  known.delete(model);
  model.dispose();
}
