// Finds out from the messages of a conversation what is being answered, what was steered in since, and which tools have
// run for it. The tour decides what to say about it.
import { imagesIn, textOf, type ChatMessage } from './chat.ts';

export interface Scene {
  /** The message that is being answered; undefined when compaction removed it from the conversation. */
  topic: string | undefined;
  /** How it arrived: as a prompt, steered in while tools ran, or after the end of an answer. */
  came: 'prompt' | 'steered' | 'followed';
  /** Images attached to it. */
  images: number;
  /** Other messages since the last answer, to be acknowledged in the next one. */
  remarks: string[];
  /** Answers given to the topic so far. */
  answers: number;
  /** The tools that ran for the topic, in the order of their results. */
  runs: ToolRun[];
}

export interface ToolRun {
  tool: string;
  args: Record<string, unknown>;
  output: string;
}

export interface SceneOptions {
  /** The number of user messages in the current run, including its prompt. Without it the prompt is guessed. */
  promptsInRun?: number | undefined;
  /** Whether a steered message starts a new topic instead of being a remark. */
  isNewTopic: (text: string) => boolean;
}

export function readScene(messages: readonly ChatMessage[], options: SceneOptions): Scene {
  const prompts = messages.flatMap((message, at) => (isPrompt(message) ? [at] : []));
  const start = startOfRun(messages, prompts, options.promptsInRun) ?? messages.length;
  const later = prompts.filter((at) => at > start);

  let topic = start;
  let came: Scene['came'] = 'prompt';
  for (const at of later) {
    const followed = lastSpeaker(messages.slice(start, at)) === 'assistant';
    if (!followed && !options.isNewTopic(textAt(messages, at))) continue;
    topic = at;
    came = followed ? 'followed' : 'steered';
  }

  const asked = messages[topic];
  const since = messages.slice(topic + 1);
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  return {
    topic: asked && textOf(asked),
    came,
    images: asked ? imagesIn(asked) : 0,
    remarks: later.filter((at) => at > lastAnswer && at !== topic).map((at) => textAt(messages, at)),
    answers: since.filter(({ role }) => role === 'assistant').length,
    runs: since.filter(({ role }) => role === 'tool').map((result) => toolRun(result, since)),
  };
}

/**
 * Finds the message that started the run: counted from the end if the number is known, else the newest not steered in.
 */
function startOfRun(
  messages: readonly ChatMessage[],
  prompts: readonly number[],
  promptsInRun?: number,
): number | undefined {
  if (promptsInRun) return prompts.at(-promptsInRun);
  return prompts.findLast((at) => lastSpeaker(messages.slice(0, at)) !== 'tool') ?? prompts[0];
}

function toolRun(result: ChatMessage, messages: readonly ChatMessage[]): ToolRun {
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  const call = calls.find(({ id }) => id === result.tool_call_id)?.function;
  return { tool: call?.name ?? '', args: parseArgs(call?.arguments), output: textOf(result) };
}

/** Parses the arguments. pi stores its repair of broken ones, but the conversation of a test may be different. */
function parseArgs(json = '{}'): Record<string, unknown> {
  try {
    const args: unknown = JSON.parse(json);
    return typeof args === 'object' && args !== null ? { ...args } : {};
  } catch {
    return {};
  }
}

/**
 * Whether the message is from the user. With the role `user`, pi also sends summaries, the user's own bash runs, and
 * images from tools (in pi 0.87.1, `messages.js`, `openai-completions.js`).
 */
function isPrompt(message: ChatMessage): boolean {
  if (message.role !== 'user') return false;
  const text = textOf(message);
  return !(
    /^The (conversation history before this point|following is a summary)\b[^]*<summary>/.test(text) ||
    /^Ran `[^]*`\n(```|\(no output\))/.test(text) ||
    text.startsWith('Attached image(s) from tool result:')
  );
}

/** Returns who spoke last: `tool` during a run, `assistant` after its last answer. */
function lastSpeaker(messages: readonly ChatMessage[]): string | undefined {
  return messages.findLast(({ role }) => role === 'tool' || role === 'assistant')?.role;
}

function textAt(messages: readonly ChatMessage[], at: number): string {
  const message = messages[at];
  return message ? textOf(message) : '';
}
