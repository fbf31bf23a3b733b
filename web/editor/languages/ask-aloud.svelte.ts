// What the user asks a language server: notices say why it takes long, and why there is no answer.
import { t, translate } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { monaco } from '../../monaco/monaco-setup.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import type { LanguageClient } from './language-client.svelte.ts';

/** After this time without an answer, a notice says that the server is waited for, in ms. */
const PATIENCE_MS = 2000;

export interface AskedServer {
  server: string;
  client: Pick<LanguageClient, 'servers'>;
  toasts: Pick<Toasts, 'show' | 'showWhile'>;
}

/** Rejects as `ask` does, after a notice about it unless the token is cancelled. */
export async function askAloud<T>(
  { server, client, toasts }: AskedServer,
  token: monaco.CancellationToken,
  ask: () => Promise<T>,
): Promise<T> {
  let isOver = $state(false);
  const row = () => client.servers.find(({ id }) => id === server);
  const name = row()?.name ?? server;
  const isLoading = (): boolean => row()?.isLoading === true;
  const tell = (message: string, until: () => boolean): void =>
    toasts.showWhile({ kind: 'info', message, isOver: until });
  if (isLoading())
    tell(
      t('{name} is still loading the project and may not find everything yet.', { name }),
      () => !isLoading(),
    );
  const timer = setTimeout(() => {
    if (!token.isCancellationRequested) tell(t("{name} hasn't answered yet.", { name }), () => isOver);
  }, PATIENCE_MS);
  try {
    return await ask();
  } catch (error) {
    const reason = translate(errorText(error));
    if (!token.isCancellationRequested)
      toasts.show('error', t("{name} couldn't do that: {reason}", { name, reason }));
    throw error;
  } finally {
    clearTimeout(timer);
    isOver = true;
  }
}
