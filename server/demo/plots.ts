// The short plots of the tour, each started by a word in the prompt. The tour itself is in `walk.ts`.
import type { HttpFailure, Speech } from './answer.ts';
import { longText } from './long-text.ts';
import { breath, call, firstLine, say, think } from './say.ts';
import type { Scene } from './scene.ts';
import type { Texts } from './texts/en.ts';

export interface Setting {
  /** Whether the model was offered a tool of this name. */
  can: (tool: string) => boolean;
  pace: number;
  texts: Texts;
}

/** Returns the next answer in this scene. */
export type Plot = (scene: Scene, setting: Setting) => Speech;

/** Answers a message that came after the end and starts no other plot. */
export const replyPlot: Plot = ({ topic = '', images }, { texts }) => ({
  steps: [breath, think(texts.replyThought), say(texts.reply(firstLine(topic), texts.images(images)))],
});

/** The message that started the run was compacted away; starting over might never end. */
export const lostPlot: Plot = (_scene, { texts }) => ({ steps: [breath, say(texts.lost)] });

export const longPlot: Plot = (_scene, { texts }) => ({
  steps: [breath, think(texts.longThought), { text: longText(40_000), chunk: 4, every: 8 }],
});

export const slowPlot: Plot = (_scene, { texts }) => ({
  steps: [
    { delay: 2000 },
    { think: texts.slowThought, chunk: 3, every: 90 },
    { text: texts.slow, chunk: 4, every: 100 },
  ],
});

export const failPlot: Plot = ({ runs }, { can, pace, texts }) => {
  const failed = runs.findLast(({ tool }) => tool === 'bash');
  if (!failed && can('bash')) {
    return {
      steps: [
        breath,
        think(texts.failThought),
        say(texts.failBefore),
        call('bash', { command: failingCommand(pace) }),
      ],
    };
  }
  const code = /exited with code (\d+)/.exec(failed?.output ?? '')?.[1];
  return { steps: [breath, say(texts.failAfter(code))] };
};

/** Waits only if the tour has a pace. */
function failingCommand(pace: number): string {
  return [
    "printf '\\033[36mReleasing to tea.invalid\\033[0m\\n'",
    ...(pace > 0 ? [`sleep ${(1.2 * pace).toFixed(1)}`] : []),
    "printf '\\033[31merror:\\033[0m could not resolve host tea.invalid\\n' >&2",
    'exit 3',
  ].join('\n');
}

/** The answers are the outputs of the runs of the extension's `demo_ask` tool. */
export const askPlot: Plot = ({ runs }, { can, texts }) => {
  const { questions } = texts;
  const answers = runs.filter(({ tool }) => tool === 'demo_ask').map(({ output }) => output);
  const next = questions[answers.length];
  if (next && can('demo_ask')) return { steps: [breath, say(next.asks), call('demo_ask', next.args)] };
  if (answers.length === 0) return { steps: [breath, say(texts.cannotAsk)] };
  const rows = answers.map((answer, at) => `| ${questions[at]?.args.title} | ${answer} |`);
  return { steps: [breath, say(`${texts.answersHead}\n${rows.join('\n')}\n`)] };
};

/** The response of an overloaded provider, after which pi retries automatically. */
const overloaded: HttpFailure = {
  status: 529,
  body: { error: { type: 'overloaded_error', message: 'Overloaded (the demo model pretends)' } },
};

export const errorPlot: Plot = (_scene, { texts }) => ({
  failures: [overloaded, overloaded],
  steps: [breath, say(texts.overloaded)],
});
