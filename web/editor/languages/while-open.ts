// Asks a server about a document that may be closed: typescript-language-server (5.1) answers with nothing if it is.
import type { LanguageClient } from './language-client.svelte.ts';

/** Reads a file that is not open. */
export type ReadText = (client: LanguageClient, path: string) => Promise<string>;

/** Opens the file of the workspace for the servers until `ask` is settled. `path`: null for a file outside of it. */
export async function whileOpen<T>(
  client: LanguageClient,
  { path, readText, ask }: { path: string | null; readText: ReadText; ask: () => Promise<T> },
): Promise<T> {
  const text = path === null || client.isOpen(path) ? null : await readText(client, path);
  const close = path === null || text === null ? null : client.open(path, { text: () => text });
  try {
    return await ask();
  } finally {
    close?.();
  }
}
