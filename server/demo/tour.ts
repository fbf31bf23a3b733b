import type { Speech } from './answer.ts';
import type { ChatMessage } from './chat.ts';
import { askPlot, errorPlot, failPlot, longPlot, lostPlot, replyPlot, slowPlot, type Plot } from './plots.ts';
import { firstLine, say } from './say.ts';
import { readScene, type Scene } from './scene.ts';
import { walkPlot } from './walk.ts';

/** A word in a prompt leads to its plot; any other first prompt to the tour itself. */
const plots: Readonly<Record<string, Plot>> = {
  tour: walkPlot,
  long: longPlot,
  slow: slowPlot,
  fail: failPlot,
  ask: askPlot,
  error: errorPlot,
};

/** A text pasted into a prompt may hold any word; what somebody asks for stands at its beginning. */
const SEARCHED_CHARACTERS = 200;

export interface TourOptions {
  /** How many user messages the current run has seen, its prompt included; guessed when absent. */
  promptsInRun?: number | undefined;
  /** The tools that the model may call (default: all that the tour wants). */
  tools?: readonly string[];
  /** At 0 the commands of the tour do not wait either (default 1). */
  pace?: number;
}

/**
 * What the tour says next. A pure function of the conversation, so it survives restarts, forks and resumed
 * sessions: a prompt is answered turn by turn, a message steered in is acknowledged before it goes on, and one
 * that comes after the end gets a short answer of its own.
 */
export function tour(messages: readonly ChatMessage[], options: TourOptions = {}): Speech {
  const scene = readScene(messages, {
    promptsInRun: options.promptsInRun,
    startsAnew: (text) => plotNamedIn(text) !== undefined,
  });
  const plot = plotFor(scene);
  const { tools, pace = 1 } = options;
  return acknowledge(plot(scene, { can: (tool) => tools?.includes(tool) ?? true, pace }), scene);
}

function plotFor({ topic, came }: Scene): Plot {
  if (topic === undefined) return lostPlot;
  return plotNamedIn(topic) ?? (came === 'prompt' ? walkPlot : replyPlot);
}

function plotNamedIn(text: string): Plot | undefined {
  const words =
    text
      .slice(0, SEARCHED_CHARACTERS)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const name = words.find((word) => Object.hasOwn(plots, word));
  return name === undefined ? undefined : plots[name];
}

/** Puts a reply to what was steered in behind the thoughts and before the words. */
function acknowledge(speech: Speech, { came, topic, remarks, answers }: Scene): Speech {
  const turned = came === 'steered' && answers === 0;
  if (!turned && remarks.length === 0) return speech;

  const quoted = [...remarks, ...(turned && topic !== undefined ? [topic] : [])]
    .map((text) => `> ${firstLine(text) || '(an image)'}\n\n`)
    .join('');
  const reply = turned ? 'That changes my course, so:' : 'Understood, I keep that in mind and carry on.';
  const words = speech.steps.findIndex((step) => 'text' in step || 'tool' in step);
  return { ...speech, steps: speech.steps.toSpliced(words, 0, say(`${quoted}${reply}\n\n`)) };
}
