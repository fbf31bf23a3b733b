/** The short stories of the tour, each led to by a word in the prompt. The long way round is `walk.ts`. */
import type { HttpFailure, Speech } from './answer.ts';
import { longText } from './long-text.ts';
import { breath, call, firstLine, say, think } from './say.ts';
import type { Scene } from './scene.ts';

export interface Setting {
  /** Whether the model was offered a tool of this name. */
  can: (tool: string) => boolean;
  pace: number;
}

/** What to say next in this scene. */
export type Plot = (scene: Scene, setting: Setting) => Speech;

/** What to answer to a message that came after the end, and leads nowhere in particular. */
export const replyPlot: Plot = ({ topic = '', images }) => ({
  steps: [
    breath,
    think('This came after my last answer had ended. It gets a short answer of its own.'),
    say(
      `You wrote “${firstLine(topic)}”${imagesIn(images)}. It waited until my last answer had ended, and this is ` +
        'the **answer of its own** that it gets.\n\nI am a script, so I cannot say much about it. Type `tour` to ' +
        'go round again, or one of `long`, `slow`, `fail`, `ask` and `error`.',
    ),
  ],
});

function imagesIn(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' and sent an image' : ` and sent ${count} images`;
}

/** The message that started the run was compacted away; starting over could go on for ever. */
export const lostPlot: Plot = () => ({
  steps: [
    breath,
    say('What you asked is only left as a summary, so I end here. Type `tour`, and I begin again.'),
  ],
});

export const longPlot: Plot = () => ({
  steps: [
    breath,
    think('A long answer is wanted: about ten thousand tokens, with everything that Markdown has.'),
    { text: longText(40_000), chunk: 4, every: 8 },
  ],
});

export const slowPlot: Plot = () => ({
  steps: [
    { delay: 2000 },
    { think: 'Slowly. There is no hurry. Every word may be looked at on its own.', chunk: 3, every: 90 },
    {
      text:
        '## A slow answer\n\nSome models take their time, and so does this one: about ten tokens a second. ' +
        'It is a good moment to try what can be done **while** an answer is running:\n\n' +
        '1. write something and press *Steer*: it is delivered at the next boundary;\n' +
        '2. write something else and press *Follow up*: it waits for the end;\n' +
        '3. reload the page: the half-written answer is still there, and it goes on;\n' +
        '4. press *Stop*: what has been said so far is kept.\n\n' +
        'And if you do none of these, this is simply where it ends.',
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
        think('A command that fails, so that a failure can be seen.'),
        say('I am going to run something that cannot work: a release without a server to release to.'),
        call('bash', { command: failingCommand(pace) }),
      ],
    };
  }
  const code = /exited with code (\d+)/.exec(failed?.output ?? '')?.[1];
  return {
    steps: [
      breath,
      say(
        `## What went wrong\n\n${code ? `The command ended with **exit code ${code}**` : 'The command did not end well'}: ` +
          'there is no host called `tea.invalid`, and there never will be, because the domain `.invalid` is ' +
          'reserved for that ([RFC 2606](https://www.rfc-editor.org/rfc/rfc2606)).\n\n' +
          '- Nothing was released, so there is nothing to take back.\n' +
          '- A failed tool is not the end of a run: its output goes to the model like any other, and the model ' +
          'decides what to do next. I decide to stop here.',
      ),
    ],
  };
};

/** Waits only when the tour does. */
function failingCommand(pace: number): string {
  return [
    "printf '\\033[36mReleasing to tea.invalid\\033[0m\\n'",
    ...(pace > 0 ? [`sleep ${(1.2 * pace).toFixed(1)}`] : []),
    "printf '\\033[31merror:\\033[0m could not resolve host tea.invalid\\n' >&2",
    'exit 3',
  ].join('\n');
}

/** Each question of the extension's `demo_ask` tool in turn; the answers come back as the outputs of its runs. */
const questions: readonly { asks: string; args: Record<string, unknown> }[] = [
  {
    asks: 'Three short questions, each another kind of dialog. First a choice.',
    args: { kind: 'select', title: 'Which tea?', options: ['green', 'oolong', 'black', 'herbal'] },
  },
  {
    asks: 'Now a yes or no. This dialog has a time limit: it gives up after a minute.',
    args: { kind: 'confirm', title: 'With milk?', message: 'A matter of taste.', seconds: 60 },
  },
  {
    asks: 'And a few words of your own.',
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
      say(
        `Thank you. This is what reached me:\n\n| question | answer |\n| --- | --- |\n${rows.join('\n')}\n`,
      ),
    ],
  };
};

/** What an overloaded provider answers; pi waits and tries again by itself. */
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
        'and asked again with the same conversation. The failed attempts are not part of it any more.',
    ),
  ],
});
