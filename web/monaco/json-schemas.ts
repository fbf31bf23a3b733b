// Attaches schemas to the JSON models of the page. Monaco completes, explains and checks text with them.
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import type { monaco } from './monaco-setup.ts';

export interface AttachedSchema {
  /** The value of `$schema` in the files that name it themselves. */
  address: string;
  schema: object;
}

const attached = new Map<string, AttachedSchema>();

/** Attaches a schema. Returns the function that detaches it. */
export function attachSchema(uri: monaco.Uri, schema: AttachedSchema): () => void {
  const file = uri.toString();
  attached.set(file, schema);
  apply();
  return () => {
    if (attached.delete(file)) apply();
  };
}

/** One schema can belong to several models, such as the global settings and the project's. */
function apply(): void {
  const byAddress = Map.groupBy(attached, ([, { address }]) => address);
  const schemas = [...byAddress].map(([uri, files]) => ({
    uri,
    fileMatch: files.map(([file]) => file),
    schema: files[0]![1].schema,
  }));
  jsonDefaults.setDiagnosticsOptions({ ...jsonDefaults.diagnosticsOptions, schemas });
}
