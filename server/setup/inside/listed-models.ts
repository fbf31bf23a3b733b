// Asks a server which models it has, as each of the APIs defines it. This runs inside pi, so that it has pi's proxy,
// certificates and environment.
import type { ListedApi } from '../../../shared/setup.ts';
import type { ListAnswer, ListRequest } from '../../../shared/setup-protocol.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

const TIMEOUT_MS = 15_000;
/** A list of a thousand models with their descriptions has about one MB. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_MODELS = 2000;
const MAX_ID_LENGTH = 200;

export async function listModelsOf(
  { baseUrl, api, key, variable }: ListRequest,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ListAnswer> {
  const secret = key ?? (variable && env[variable]);
  // Servers and libraries quote what they do not accept.
  const hide = (text: string): string => (secret ? text.replaceAll(secret, '…') : text);
  try {
    const response = await fetch(addressOf(baseUrl, api), {
      headers: { accept: 'application/json', ...loginOf(api, secret) },
      // A key must not reach another server.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await readLimited(response);
    if (!response.ok) return { error: hide(`${response.status} ${cutText(text.trim(), 300)}`.trim()) };
    return { models: idsIn(parse(text)) };
  } catch (error) {
    return { error: hide(reasonOf(error)) };
  }
}

/** pi's base URLs have the version of the API, except for Anthropic, whose library adds it. */
function addressOf(baseUrl: string, api: ListedApi): URL {
  const url = new URL(baseUrl);
  const path = api === 'anthropic-messages' ? '/v1/models' : '/models';
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  if (api === 'anthropic-messages') url.searchParams.set('limit', '1000');
  if (api === 'google-generative-ai') url.searchParams.set('pageSize', '1000');
  return url;
}

function loginOf(api: ListedApi, key: string | undefined): Record<string, string> {
  if (api === 'anthropic-messages')
    return { 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) };
  if (!key) return {};
  return api === 'google-generative-ai' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error('The answer is too long for a list of models.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer is not JSON.');
  }
}

/** Servers name the list `data` (OpenAI, Anthropic) or `models` (Google), or send it bare. */
function idsIn(answer: unknown): string[] {
  const { data, models } = Object(answer) as { data?: unknown; models?: unknown };
  const list = [answer, data, models].find(Array.isArray) as unknown[] | undefined;
  if (!list) throw new Error('The answer has no list of models.');
  const ids = list.filter(isForText).map(idOf);
  const usable = ids.filter((id) => id !== null && id !== '' && id.length <= MAX_ID_LENGTH) as string[];
  return [...new Set(usable)].slice(0, MAX_MODELS);
}

function idOf(model: unknown): string | null {
  if (typeof model === 'string') return model;
  const { id, name } = Object(model) as { id?: unknown; name?: unknown };
  if (typeof id === 'string') return id;
  // Google's names begin with the kind of the resource.
  return typeof name === 'string' ? name.replace(/^models\//, '') : null;
}

/** Google also lists models for embeddings and pictures, and says what each can do. */
function isForText(model: unknown): boolean {
  const { supportedGenerationMethods: methods } = Object(model) as { supportedGenerationMethods?: unknown };
  return !Array.isArray(methods) || methods.includes('generateContent');
}

/** fetch only says that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'The request timed out.';
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
