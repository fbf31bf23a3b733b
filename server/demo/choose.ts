import type { Answer } from './answer.ts';
import { textOf, type ChatRequest } from './chat.ts';
import { scriptedAnswer } from './script.ts';
import { isSummaryRequest, summarise } from './summary.ts';
import { tour } from './tour.ts';

/** The metadata field in which the demo extension says how many user messages the current run has seen. */
const PROMPTS_IN_RUN = 'demo_prompts_in_run';

/**
 * What to say when no test has queued an answer: a summary when pi compacts (it may quote scripts, so it comes
 * first), the script of a prompt, then the tour or an echo.
 */
export function chooseAnswer(request: ChatRequest, options: { tour: boolean; pace: number }): Answer {
  if (isSummaryRequest(request)) return summarise(request);
  const scripted = scriptedAnswer(request.messages);
  if (scripted) return scripted;
  if (!options.tour) return echo(request);

  const answer = tour(request.messages, {
    promptsInRun: Number(request.metadata?.[PROMPTS_IN_RUN]) || undefined,
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    pace: options.pace,
  });
  return thinks(request) ? answer : withoutThoughts(answer);
}

function echo({ messages }: ChatRequest): Answer {
  const asked = messages.findLast((message) => message.role === 'user');
  return { steps: [{ text: `echo: ${asked ? textOf(asked) : ''}` }] };
}

function thinks({ reasoning_effort: effort }: ChatRequest): boolean {
  return effort !== undefined && effort !== 'none';
}

function withoutThoughts(answer: Answer): Answer {
  if ('status' in answer) return answer;
  return { ...answer, steps: answer.steps.filter((step) => !('think' in step)) };
}
