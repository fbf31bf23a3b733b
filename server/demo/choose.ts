// Decides what the demo model answers: a summary, a script from a prompt, the tour, or an echo.
import type { Answer } from './answer.ts';
import { textOf, type ChatMessage, type ChatRequest } from './chat.ts';
import type { Texts } from './texts/en.ts';
import { tour } from './tour.ts';

const SCRIPT_MARK = '[[script]]';
/** An extension may add text to a prompt. */
const END_MARK = '[[end]]';
/** How many prompts and tool calls a summary lists. */
const LISTED = 12;
/** The metadata field with the number of user messages in the current run, set by the demo extension. */
const PROMPTS_IN_RUN = 'demo_prompts_in_run';

/**
 * Returns the answer when no test has queued one: a summary if pi compacts (which comes first, since it may quote
 * scripts), the script of a prompt, then the tour or an echo.
 */
export function chooseAnswer(
  request: ChatRequest,
  options: { tour: boolean; pace: number; texts?: Texts },
): Answer {
  if (isSummaryRequest(request)) return summarize(request);
  const scripted = scriptedAnswer(request.messages);
  if (scripted) return scripted;
  if (!options.tour) return echo(request);

  const answer = tour(request.messages, {
    promptsInRun: Number(request.metadata?.[PROMPTS_IN_RUN]) || undefined,
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    pace: options.pace,
    ...(options.texts && { texts: options.texts }),
  });
  return hasThinking(request) ? answer : withoutThoughts(answer);
}

function echo({ messages }: ChatRequest): Answer {
  const asked = messages.findLast((message) => message.role === 'user');
  return { steps: [{ text: `echo: ${asked ? textOf(asked) : ''}` }] };
}

function hasThinking({ reasoning_effort: effort }: ChatRequest): boolean {
  return effort !== undefined && effort !== 'none';
}

function withoutThoughts(answer: Answer): Answer {
  if ('status' in answer) return answer;
  return { ...answer, steps: answer.steps.filter((step) => !('think' in step)) };
}

/**
 * Returns the answer from a script in a prompt: what is between `[[script]]` and `[[end]]`, or the end of the prompt, is a
 * JSON array of answers, one per turn.
 * The newest message with a script counts, even if others were steered in after it. Undefined without a script, or if
 * the script has been played to its end.
 */
function scriptedAnswer(messages: readonly ChatMessage[]): Answer | undefined {
  const at = messages.findLastIndex(
    (message) => message.role === 'user' && textOf(message).includes(SCRIPT_MARK),
  );
  const message = messages[at];
  if (!message) return undefined;

  const answers = parseScript(textOf(message));
  if (typeof answers === 'string') return { steps: [{ text: answers }] };
  const turn = messages.slice(at).filter(({ role }) => role === 'assistant').length;
  return (
    answers[turn] ??
    (isNewestPrompt(messages, at) ? { steps: [{ text: 'The script has ended.' }] } : undefined)
  );
}

/** Returns the answers, or a message for the author about what is wrong with the script. */
function parseScript(text: string): Answer[] | string {
  try {
    const [script = ''] = text.slice(text.lastIndexOf(SCRIPT_MARK) + SCRIPT_MARK.length).split(END_MARK);
    const answers: unknown = JSON.parse(script);
    if (Array.isArray(answers) && answers.every(isAnswer)) return answers;
    return 'The script is not a JSON array of objects with "steps" or "status".';
  } catch (error) {
    return `The script cannot be read: ${String(error)}`;
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false;
  return 'steps' in value
    ? Array.isArray(value.steps)
    : 'status' in value && typeof value.status === 'number';
}

function isNewestPrompt(messages: readonly ChatMessage[], at: number): boolean {
  return !messages.slice(at + 1).some(({ role }) => role === 'user');
}

/**
 * Whether pi asks for a summary. pi compacts a session, or summarizes a branch, by one request without tools. Its only
 * user message has the conversation as text in <conversation> (in pi 0.73.1 to 1.5.2), and its instructions mention a
 * summary.
 */
function isSummaryRequest({ messages, tools = [] }: ChatRequest): boolean {
  if (tools.length > 0) return false;
  return messages.some(isWrappedConversation) && messages.some((message) => /summar/i.test(textOf(message)));
}

/** Returns a summary in pi's format of the prompts and tool calls in the conversation. */
function summarize({ messages }: ChatRequest): Answer {
  const conversation = messages.filter(isWrappedConversation).map(textOf).join('\n');
  const prompts = listOf(conversation.matchAll(/^\[User\]: (.+)$/gm));
  const calls = listOf(conversation.matchAll(/^\[Assistant tool calls\]: (.+)$/gm));
  const text = [
    '## Goal',
    ...(prompts.length > 0 ? prompts : ['- (no prompts)']),
    '## Constraints & Preferences\n- (none)',
    '## Progress\n### Done',
    ...(calls.length > 0 ? calls.map((call) => call.replace('- ', '- [x] ')) : ['- [x] Answered in words']),
    '## Next Steps\n1. Answer the next message.',
  ].join('\n');
  return { steps: [{ text, every: 8 }] };
}

function isWrappedConversation(message: ChatMessage): boolean {
  return message.role === 'user' && textOf(message).includes('<conversation>');
}

function listOf(matches: Iterable<RegExpMatchArray>): string[] {
  return Array.from(matches, ([, line = '']) => `- ${line.slice(0, 160)}`).slice(-LISTED);
}
