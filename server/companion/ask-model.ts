// Asks the model of the agent a question beside the conversation: neither the session nor its context has it.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { SideAnswer } from '../../shared/companion.ts';
import { importByScope, importInPi } from './import-in-pi.ts';

interface Message {
  content: { type: string; text?: string }[];
  stopReason?: string;
  errorMessage?: string;
  usage?: { cost?: { total?: number } };
}

type Ask = (model: object, context: object, options: object) => Promise<Message>;

interface Registry {
  /** Since pi 1.0, with the credentials of the provider. */
  streamSimple?: (model: object, context: object, options: object) => { result: () => Promise<Message> };
  /** Before that. */
  getApiKeyAndHeaders?: (
    model: object,
  ) => Promise<{ ok?: boolean; error?: string; apiKey?: string; headers?: object }>;
}

/** Rejects with a message for the user. */
export async function askModel(
  { model, modelRegistry }: Pick<ExtensionContext, 'model' | 'modelRegistry'>,
  { system, text }: { system: string; text: string },
): Promise<SideAnswer> {
  if (!model) throw new Error('No model is chosen.');
  const content = [{ type: 'text', text }];
  const context = { systemPrompt: system, messages: [{ role: 'user', content, timestamp: Date.now() }] };
  const registry = modelRegistry as unknown as Registry;
  const message = await (registry.streamSimple
    ? registry.streamSimple(model, context, {}).result()
    : askDirectly(registry, model, context));
  if (message.stopReason === 'error' || message.stopReason === 'aborted')
    throw new Error(message.errorMessage ?? 'The model did not answer.');
  const answer = message.content.flatMap((part) => (part.type === 'text' ? (part.text ?? '') : [])).join('');
  return { text: answer, model: model.id, cost: message.usage?.cost?.total ?? 0 };
}

async function askDirectly(registry: Registry, model: object, context: object): Promise<Message> {
  const { completeSimple } = (await importByScope((scope) => importInPi(`${scope}/pi-ai`))) as {
    completeSimple?: Ask;
  };
  const auth = await registry.getApiKeyAndHeaders?.(model);
  if (!completeSimple || !auth) throw new Error('This pi cannot ask a model beside the conversation.');
  if (auth.ok === false) throw new Error(auth.error ?? 'The provider has no credentials.');
  const { apiKey, headers } = auth;
  return completeSimple(model, context, { ...(apiKey && { apiKey }), ...(headers && { headers }) });
}
