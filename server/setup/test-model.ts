// Tries a model with one tiny request through pi itself, and explains a failure.
import { errorText } from '../../shared/error-text.ts';
import type { PiEvent } from '../../shared/pi/events.ts';
import type { ModelTest, SetupModel } from '../../shared/setup.ts';
import type { LaunchOptions } from '../agent/process/launch.ts';
import { SetupPi } from './setup-pi.ts';
import { cutText } from '../../shared/view/cut-text.ts';

const TIMEOUT_MS = 60_000;
/** The errors of the providers' libraries when they could not reach the server. */
const CONNECTION_ERROR =
  /connection|fetch failed|network|socket|ECONN|ENOTFOUND|EAI_AGAIN|certificate|timed? ?out/i;

/** A provider may have retired a model that pi still lists. */
const MAX_TRIED = 3;

/** Options that make pi send as little as possible. */
export const TINY = ['--no-tools', '--system-prompt', 'Answer with OK.'];

/**
 * Tests a model. `launch` has the options that choose it. `baseUrl`: the address of its server, to find out why it
 * cannot be reached.
 */
export async function testModel(launch: LaunchOptions, baseUrl: string): Promise<ModelTest> {
  const result = Promise.withResolvers<ModelTest>();
  const fail = (error: string): void => result.resolve({ isOk: false, ...explain(error), details: error });
  const pi = new SetupPi({
    launch,
    onExit: () => fail('pi ended before the model answered.'),
    onEvent: (event) => {
      const outcome = outcomeOf(event);
      if (outcome === null) return;
      if ('error' in outcome) fail(outcome.error);
      else result.resolve({ isOk: true, title: 'The model answers.', details: outcome.text });
    },
  });
  const timer = setTimeout(() => fail('The request timed out after a minute.'), TIMEOUT_MS);
  try {
    const answer = await pi.command({ type: 'prompt', message: 'Say OK.' });
    if (!answer.success) fail(answer.error ?? 'pi refused the request.');
    const outcome = await result.promise;
    if (outcome.isOk) return outcome;
    const reason = await diagnose(pi, { error: outcome.details, baseUrl });
    return reason === null ? outcome : { ...outcome, title: reason };
  } catch (error) {
    return { isOk: false, title: 'pi could not send the request.', details: errorText(error) };
  } finally {
    clearTimeout(timer);
    await pi.close();
  }
}

/**
 * Returns the cheapest models of a provider that has credentials. A price that is not above 0 stands for an unknown one,
 * or for a model that is free and therefore limited.
 */
export function modelsToTry(models: readonly SetupModel[], provider: string): SetupModel[] {
  const price = ({ cost }: SetupModel): number => {
    const sum = cost.input + cost.output;
    return sum > 0 ? sum : Number.MAX_VALUE;
  };
  return models
    .filter((model) => model.provider === provider && model.isAvailable)
    .sort((a, b) => price(a) - price(b))
    .slice(0, MAX_TRIED);
}

/** Returns why the server of this address could not be reached, as a sentence; null if it was. */
export async function diagnose(
  pi: Pick<SetupPi, 'ask'>,
  { error, baseUrl }: { error: string; baseUrl: string },
): Promise<string | null> {
  return CONNECTION_ERROR.test(error) ? pi.ask<string | null>({ ask: 'diagnose', url: baseUrl }) : null;
}

function outcomeOf(event: PiEvent): { text: string } | { error: string } | null {
  if (event.type === 'auto_retry_start') return { error: event.errorMessage };
  if (event.type !== 'message_end' || event.message.role !== 'assistant') return null;
  const { content, errorMessage, stopReason } = event.message;
  if (stopReason === 'error' || stopReason === 'aborted')
    return { error: errorMessage ?? 'No reason was given.' };
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return { text: cutText(text.trim(), 200) };
}

const UNKNOWN_MODEL = 'The server does not know this model name, or has no API at this address.';

/** Whether the server answered, but not about the key or the provider. */
export function isUnknownModel({ title }: ModelTest): boolean {
  return title === UNKNOWN_MODEL;
}

/** The first match counts. */
const KINDS: readonly { pattern: RegExp; title: string }[] = [
  { pattern: /^40[13]\b|unauthori[sz]ed|api.?key|authentication/i, title: 'The server refused the key.' },
  {
    pattern: /^404\b|model.{0,40}(not found|does not exist)|unknown model/i,
    title: UNKNOWN_MODEL,
  },
  { pattern: /^402\b|quota|billing|credit/i, title: 'The provider reports no credit left.' },
  { pattern: /^429\b|rate.?limit/i, title: 'The provider limits requests: try again later.' },
  { pattern: /^5\d\d\b|overloaded/i, title: 'The server has an internal problem.' },
];

export function explain(error: string, otherwise = 'The model did not answer.'): { title: string } {
  return { title: KINDS.find(({ pattern }) => pattern.test(error))?.title ?? otherwise };
}
