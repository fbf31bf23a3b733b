// Chooses the plot of the tour by the conversation, and acknowledges messages that were steered in.
import type { Speech } from './answer.ts';
import type { ChatMessage } from './chat.ts';
import { askPlot, errorPlot, failPlot, longPlot, lostPlot, replyPlot, slowPlot, type Plot } from './plots.ts';
import { firstLine, say } from './say.ts';
import { readScene, type Scene } from './scene.ts';
import { en, type Texts } from './texts/en.ts';
import { plotWordIn, textsOf, type PlotName } from './texts/languages.ts';
import { walkPlot } from './walk.ts';

/** A word in a prompt starts its plot; any other first prompt starts the tour itself. */
const plots: Readonly<Record<PlotName, Plot>> = {
  tour: walkPlot,
  long: longPlot,
  slow: slowPlot,
  fail: failPlot,
  ask: askPlot,
  error: errorPlot,
};

/** A pasted text may contain any word, so only the beginning of a prompt is searched. */
const SEARCHED_CHARACTERS = 200;

export interface TourOptions {
  /** The number of user messages in the current run, including its prompt; guessed when absent. */
  promptsInRun?: number | undefined;
  /** The tools that the model may call (default: all that the tour uses). */
  tools?: readonly string[];
  /** At 0 the commands of the tour do not wait either (default 1). */
  pace?: number;
  /** For a conversation whose language cannot be recognized (default: English). */
  texts?: Texts;
}

/**
 * Returns the next answer of the tour, in the language of the message that it answers. It depends only on the
 * conversation, so the tour works after restarts, forks, and resumed sessions. A prompt is answered turn by turn, a
 * steered message is acknowledged first, and a message that comes after the end gets a short separate answer.
 */
export function tour(messages: readonly ChatMessage[], options: TourOptions = {}): Speech {
  const scene = readScene(messages, {
    promptsInRun: options.promptsInRun,
    isNewTopic: (text) => wordIn(text) !== undefined,
  });
  const { topic = '', came } = scene;
  const word = wordIn(topic);
  const { tools, pace = 1, texts: system = en } = options;
  const texts = word?.texts ?? textsOf(topic.slice(0, SEARCHED_CHARACTERS), system);
  const plot =
    scene.topic === undefined ? lostPlot : word ? plots[word.name] : came === 'prompt' ? walkPlot : replyPlot;
  const speech = plot(scene, { can: (tool) => tools?.includes(tool) ?? true, pace, texts });
  return acknowledge(speech, scene, texts);
}

const wordIn = (text: string) => plotWordIn(text.slice(0, SEARCHED_CHARACTERS));

/** Inserts a reply to steered messages after the thoughts and before the text. */
function acknowledge(speech: Speech, { came, topic, remarks, answers }: Scene, texts: Texts): Speech {
  const turned = came === 'steered' && answers === 0;
  if (!turned && remarks.length === 0) return speech;

  const quoted = [...remarks, ...(turned && topic !== undefined ? [topic] : [])]
    .map((text) => `> ${firstLine(text) || texts.anImage}\n\n`)
    .join('');
  const reply = turned ? texts.steered : texts.remarked;
  const words = speech.steps.findIndex((step) => 'text' in step || 'tool' in step);
  return { ...speech, steps: speech.steps.toSpliced(words, 0, say(`${quoted}${reply}\n\n`)) };
}
