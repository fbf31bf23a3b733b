// Completions that extensions offer in the composer, for the arguments of their commands and for other text.
import { MAX_COMPLETED_TEXT, type ExtensionCompletion } from '../../../../shared/view/completions.ts';
import type { Registered } from '../../../../shared/view/registered.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { Choice } from './completion.ts';

/** The pause after a key press, so that typing a word causes one request instead of five. */
const PAUSE_MS = 80;

/** Whether an extension may have completions for the text before the caret. */
export function mayComplete(before: string, { completes, hasProviders }: Registered): boolean {
  const command = /^\/(\S+) [^\n]*$/.exec(before)?.[1];
  if (command !== undefined && completes.includes(command)) return true;
  return hasProviders && /\S$/.test(before);
}

/** Resolves to the completions, or to an empty list if the extension fails, because the user can also type the text. */
export async function completeByExtensions(
  agent: Agent,
  { text, caret }: { text: string; caret: number },
  signal: AbortSignal,
): Promise<Choice[]> {
  const registered = agent.view?.registered;
  const [before, after] = [text.slice(0, caret), text.slice(caret)];
  if (text.length > MAX_COMPLETED_TEXT || !registered || !mayComplete(before, registered)) return [];
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  if (signal.aborted) return [];
  const answer = await agent.send<ExtensionCompletion[]>({ type: 'panel_complete', before, after });
  return answer.success ? choicesOf(answer.data ?? []) : [];
}

/** Turns completions of extensions into choices that replace the whole text. Their labels need not be unique. */
function choicesOf(found: readonly ExtensionCompletion[]): Choice[] {
  return found.map(({ label, description, text, caret }, index) => ({
    value: `${index} ${label}`,
    label,
    hint: '',
    detail: description,
    source: '',
    whole: { text, caret },
  }));
}
