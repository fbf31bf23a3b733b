// The short plots of the tour, each started by a word in the prompt. The tour itself is in `walk.ts`.
import type { HttpFailure, Speech } from './answer.ts';
import { longText } from './long-text.ts';
import { breath, call, firstLine, say, think } from './say.ts';
import type { Scene } from './scene.ts';

export interface Setting {
  /** Whether the model was offered a tool of this name. */
  can: (tool: string) => boolean;
  pace: number;
}

/** Returns the next answer in this scene. */
export type Plot = (scene: Scene, setting: Setting) => Speech;

/** Answers a message that came after the end and starts no other plot. */
export const replyPlot: Plot = ({ topic = '', images }) => ({
  steps: [
    breath,
    think('This arrived after my last answer had ended, so it gets a separate short answer.'),
    say(
      `You wrote “${firstLine(topic)}”${imagesIn(images)}. It waited until my last answer had ended, and this is ` +
        'its **own answer**.\n\nI am a script, so I cannot say much about it. Type `tour` to ' +
        'start again, or one of `long`, `slow`, `fail`, `ask`, and `error`.',
    ),
  ],
});

function imagesIn(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' and sent an image' : ` and sent ${count} images`;
}

/** The message that started the run was compacted away; starting over might never end. */
export const lostPlot: Plot = () => ({
  steps: [breath, say('Only a summary of your question is left, so I end here. Type `tour` to begin again.')],
});

export const longPlot: Plot = () => ({
  steps: [
    breath,
    think('The user wants a long answer: about ten thousand tokens, with everything that Markdown has.'),
    { text: longText(40_000), chunk: 4, every: 8 },
  ],
});

export const slowPlot: Plot = () => ({
  steps: [
    { delay: 2000 },
    { think: 'Slowly. No need to hurry. Every word can be read as it arrives.', chunk: 3, every: 90 },
    {
      text:
        '## A slow answer\n\nSome models take their time, and so does this one: about ten tokens a second. ' +
        'It is a good moment to try what you can do **while** an answer is running:\n\n' +
        '1. write something and press *Steer*: it is delivered at the next boundary;\n' +
        '2. write something else and press *Follow up*: it waits for the end;\n' +
        '3. reload the page: the half-written answer is still there, and continues;\n' +
        '4. press *Stop*: the text so far is kept.\n\n' +
        'If you do none of these, the answer simply ends here.',
      chunk: 4,
      every: 100,
    },
  ],
});

export const failPlot: Plot = ({ runs }, { can, pace }) => {
  const failed = runs.findLast(({ tool }) => tool === 'bash');
  if (!failed && can('bash')) {
    return {
      steps: [
        breath,
        think('I will run a command that fails, so that the user can see a failure.'),
        say('I am going to run something that cannot work: a release without a server.'),
        call('bash', { command: failingCommand(pace) }),
      ],
    };
  }
  const code = /exited with code (\d+)/.exec(failed?.output ?? '')?.[1];
  return {
    steps: [
      breath,
      say(
        `## What went wrong\n\n${code ? `The command ended with **exit code ${code}**` : 'The command failed'}: ` +
          'no host is called `tea.invalid`, and none ever will be, because the domain `.invalid` is ' +
          'reserved for that ([RFC 2606](https://www.rfc-editor.org/rfc/rfc2606)).\n\n' +
          '- Nothing was released, so there is nothing to undo.\n' +
          '- A failed tool does not end a run: its output goes to the model like any other, and the model ' +
          'decides what to do next. I decide to stop here.',
      ),
    ],
  };
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

/** The questions of the extension's `demo_ask` tool in order; the answers are the outputs of its runs. */
const questions: readonly { asks: string; args: Record<string, unknown> }[] = [
  {
    asks: 'Three short questions, each in a different kind of dialog. First, a choice.',
    args: { kind: 'select', title: 'Which tea?', options: ['green', 'oolong', 'black', 'herbal'] },
  },
  {
    asks: 'Now a yes or no. This dialog has a time limit: it closes after a minute.',
    args: { kind: 'confirm', title: 'With milk?', message: 'A matter of taste.', seconds: 60 },
  },
  {
    asks: 'Finally, a few words of yours.',
    args: { kind: 'input', title: 'For whom is it?', placeholder: 'a name' },
  },
];

export const askPlot: Plot = ({ runs }, { can }) => {
  const answers = runs.filter(({ tool }) => tool === 'demo_ask').map(({ output }) => output);
  const next = questions[answers.length];
  if (next && can('demo_ask')) {
    return { steps: [breath, say(next.asks), call('demo_ask', next.args)] };
  }
  const rows = answers.map((answer, at) => `| ${String(questions[at]?.args.title)} | ${answer} |`);
  if (rows.length === 0) {
    return {
      steps: [breath, say('I would ask you something, but pi was started without the tool `demo_ask`.')],
    };
  }
  return {
    steps: [
      breath,
      say(`Thank you. These are your answers:\n\n| question | answer |\n| --- | --- |\n${rows.join('\n')}\n`),
    ],
  };
};

/** The response of an overloaded provider, after which pi retries automatically. */
const overloaded: HttpFailure = {
  status: 529,
  body: { error: { type: 'overloaded_error', message: 'Overloaded (the demo model pretends)' } },
};

export const errorPlot: Plot = () => ({
  failures: [overloaded, overloaded],
  steps: [
    breath,
    say(
      'Third time lucky. I answered twice with **529 Overloaded**; pi waited a little, longer the second time, ' +
        'and tried again with the same conversation, which no longer contains the failed attempts.',
    ),
  ],
});
