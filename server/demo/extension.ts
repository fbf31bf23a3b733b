// The demo's pi extension, loaded with `-e`: the provider `demo` at PI_PANEL_DEMO_URL, a tool that asks the user, and two
// commands that show what an extension can put on the page. It imports only types, so that it loads in every pi (tried on
// 0.79.9, 0.87.1, and 1.5.2).
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';

const PROVIDER = 'demo';
/** Dollars for a million tokens, high enough for a short tour to move the cost meter. */
const cost = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const size = { contextWindow: 128_000, maxTokens: 32_000 };

export default function demo(pi: ExtensionAPI): void {
  const baseUrl = process.env.PI_PANEL_DEMO_URL;
  if (!baseUrl) throw new Error('PI_PANEL_DEMO_URL is not set: use this extension with `pi-panel --demo`.');

  pi.registerProvider(PROVIDER, {
    name: 'Demo',
    baseUrl,
    apiKey: 'demo',
    api: 'openai-completions',
    models: [
      { id: 'demo-tour', name: 'Demo tour', reasoning: true, input: ['text', 'image'], cost, ...size },
      { id: 'demo-plain', name: 'Demo plain', reasoning: false, input: ['text'], cost, ...size },
    ],
  });
  countPrompts(pi);
  registerAskTool(pi);

  pi.registerCommand('demo-ask', {
    description: 'Open one dialog of each kind, one after the other',
    handler: async (_args, ctx) => {
      for (const question of QUESTIONS)
        ctx.ui.notify(`${question.title} ${await ask(question, ctx)}`, 'info');
    },
  });
  pi.registerCommand('demo-ui', {
    description: 'Show notices, status, widgets, a title, and a draft',
    handler: async (_args, ctx) => showEverything(ctx),
  });
}

/**
 * Tells the model how many user messages the run has had. The messages alone do not distinguish a prompt after an aborted
 * run from a message that was steered in, nor a follow-up from the next prompt.
 */
function countPrompts(pi: ExtensionAPI): void {
  let prompts = 0;
  pi.on('before_agent_start', () => {
    prompts = 0;
  });
  pi.on('message_start', ({ message }) => {
    if (message.role === 'user') prompts += 1;
  });
  pi.on('before_provider_request', ({ payload }, ctx) => {
    if (ctx.model?.provider !== PROVIDER || typeof payload !== 'object') return undefined;
    return { ...payload, metadata: { demo_prompts_in_run: String(prompts) } };
  });
}

interface Question {
  kind: 'select' | 'confirm' | 'input' | 'editor';
  title: string;
  message?: string;
  options?: string[];
  placeholder?: string;
  prefill?: string;
  seconds?: number;
}

function registerAskTool(pi: ExtensionAPI): void {
  pi.registerTool({
    name: 'demo_ask',
    label: 'Ask',
    description: 'Asks the user one question in a dialog and returns the answer.',
    parameters: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['select', 'confirm', 'input', 'editor'] },
        title: { type: 'string' },
        message: { type: 'string', description: 'For confirm' },
        options: { type: 'array', items: { type: 'string' }, description: 'For select' },
        placeholder: { type: 'string', description: 'For input' },
        prefill: { type: 'string', description: 'For editor' },
        seconds: { type: 'number', description: 'Time limit; the editor has none' },
      },
      required: ['kind', 'title'],
    },
    // eslint-disable-next-line max-params -- the signature is pi's
    execute: async (_id, question, signal, _onUpdate, ctx) => {
      // pi has checked the arguments against the schema, but TypeScript derives no types from a plain schema.
      const answer = ctx.hasUI
        ? await ask(question as unknown as Question, ctx, signal)
        : '(dialogs are not available here)';
      return { content: [{ type: 'text', text: answer }], details: { answer } };
    },
  });
}

/** Returns the answer in words. For pi, a canceled dialog and one that timed out look the same. */
async function ask(question: Question, ctx: ExtensionContext, signal?: AbortSignal): Promise<string> {
  const { title, message = '', options = [], placeholder, prefill, seconds } = question;
  const limits = { ...(signal && { signal }), ...(seconds && { timeout: seconds * 1000 }) };
  switch (question.kind) {
    case 'select':
      return (await ctx.ui.select(title, options, limits)) ?? '(no answer)';
    case 'confirm':
      return (await ctx.ui.confirm(title, message, limits)) ? 'yes' : 'no';
    case 'input':
      return (await ctx.ui.input(title, placeholder, limits)) ?? '(no answer)';
    case 'editor':
      return (await ctx.ui.editor(title, prefill)) ?? '(no answer)';
  }
}

const QUESTIONS: readonly Question[] = [
  { kind: 'select', title: 'Which tea?', options: ['green', 'oolong', 'black', 'herbal'] },
  { kind: 'confirm', title: 'With milk?', message: 'This one gives up after 30 seconds.', seconds: 30 },
  { kind: 'input', title: 'For whom is it?', placeholder: 'a name' },
  { kind: 'editor', title: 'Anything to add?', prefill: 'Dear tea maker,\n\n' },
];

function showEverything({ ui }: ExtensionContext): void {
  ui.notify('An ordinary notice', 'info');
  ui.notify('A warning', 'warning');
  ui.notify('An error', 'error');
  ui.setStatus('demo', '\u001b[32m●\u001b[0m demo extension');
  ui.setWidget('demo-above', ['\u001b[1mA widget above\u001b[0m', 'of two lines']);
  ui.setWidget('demo-below', ['A widget below'], { placement: 'belowEditor' });
  ui.setTitle('pi-panel demo');
  ui.setEditorText('A draft that the extension wrote');
}
