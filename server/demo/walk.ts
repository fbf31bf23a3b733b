// The tour itself. In the sample project it looks around, reads the file whose test fails, fixes it, and runs the tests.
// Elsewhere, or when nothing is left to fix, it uses the same tools on a note, so that no other file is touched. The next
// step follows from the results of the tools, not from a count.
import type { Speech, Step } from './answer.ts';
import type { Plot, Setting } from './plots.ts';
import { sampleFix } from './sample-files.ts';
import { breath, call, say, think } from './say.ts';
import type { ToolRun } from './scene.ts';

const NOTE = 'pi-panel-tour.md';
const OPEN_TASK = '- [ ] See an edit arrive as a diff';
/** Printed by the first command where the sample project is. */
const SAMPLE_MARK = 'sample project: tea-timer';
/** More turns than the tour has, in case of unexpected results. */
const MOST_TURNS = 9;

export const walkPlot: Plot = (scene, setting) => {
  if (!['bash', 'read', 'edit', 'write'].every(setting.can)) return { steps: [breath, say(withoutTools)] };
  if (scene.answers >= MOST_TURNS) return ending(scene.runs);

  const lookedAround = last(scene.runs, 'bash');
  if (!lookedAround) return opening(setting);
  const code = last(scene.runs, 'read', sampleFix.path);
  if (!code && lookedAround.output.includes(SAMPLE_MARK)) return readCode();
  if (code?.output.includes(sampleFix.oldText)) {
    if (!last(scene.runs, 'edit', sampleFix.path)) return repair();
    if (scene.runs.filter(({ tool }) => tool === 'bash').length < 2) return testAgain();
    return ending(scene.runs);
  }
  if (!last(scene.runs, 'write', NOTE)) return writeNote(code !== undefined);
  const note = last(scene.runs, 'read', NOTE);
  if (!note) return readNote();
  if (!last(scene.runs, 'edit', NOTE) && note.output.includes(OPEN_TASK)) return tickNote();
  return ending(scene.runs);
};

function last(runs: readonly ToolRun[], tool: string, path?: string): ToolRun | undefined {
  return runs.findLast((run) => run.tool === tool && (path === undefined || run.args.path === path));
}

function opening({ pace }: Setting): Speech {
  return turn(
    think(
      'The user wants to see what this panel can do. I am the demo model, a script, so I should say so at once. ' +
        'Everything else is real: pi runs my tool calls in the workspace, and the panel shows what happens. ' +
        'I will begin with some Markdown, then look around with a command that takes a few seconds.',
    ),
    say(
      '# A short tour\n\n' +
        'I am the **demo model**: a script that needs no key and no network. Only my words are made up. The ' +
        'agent is the real `pi`, and everything it does in this workspace really happens.\n\n' +
        '## What to watch\n\n' +
        '- the *thoughts* above collapse, the answer stays;\n' +
        '- every tool call is a separate row that shows its arguments while they are still being written;\n' +
        '- the **terminal** shows the output as the program writes it.\n\n' +
        '| while I work | you can |\n| --- | --- |\n' +
        '| a command runs | **Steer**: I get the message when the command has ended |\n' +
        '| I am answering | **Follow up**: it waits until I am done |\n' +
        '| you have seen enough | **Stop** |\n\n' +
        'First I look around. The command is slow on purpose, and draws a progress bar by returning to ' +
        'the start of its line.\n',
    ),
    call('bash', { command: lookAround(pace) }),
  );
}

/** About seven seconds at pace 1. Uses plain `sh`, which pi falls back to without bash. */
function lookAround(pace: number): string {
  return `ls -1p | head -n 12
printf '\\033[1;36mLooking around in %s\\033[0m\\n' "\${PWD##*/}"
done=0 bar=
while [ "$done" -lt 40 ]; do
  done=$((done + 1)) bar="$bar#"
  printf '\\r\\033[33m%3d%%\\033[0m [\\033[32m%-40s\\033[0m]' $((done * 100 / 40)) "$bar"
  case $done in
    12) printf '\\r\\033[2K\\033[32m ok \\033[0m the folder can be read\\n' ;;
    26) printf '\\r\\033[2K\\033[32m ok \\033[0m time passes\\n' ;;
  esac${pace > 0 ? `\n  sleep ${(0.16 * pace).toFixed(3)}` : ''}
done
printf '\\r\\033[2K\\033[32m ok \\033[0m the bar is full\\n'
if grep -qs '"name": "tea-timer"' package.json && [ -f ${sampleFix.path} ]; then
  printf '\\033[1;36m${SAMPLE_MARK}\\033[0m\\n'
  FORCE_COLOR=1 node --stack-trace-limit=0 --test --test-reporter=spec || echo 'a test fails'
fi`;
}

function readCode(): Speech {
  return turn(
    say(
      `This is the sample project, a timer for tea. Its tests ran, too; I will look at the code they test.\n`,
    ),
    call('read', { path: sampleFix.path }),
  );
}

function repair(): Speech {
  return turn(
    think(
      'formatDuration(245) gives 4:5 where the test wants 4:05. The minutes are right; the seconds are put in ' +
        'as a bare number, so anything below ten loses its zero. One line has to change.',
    ),
    say(
      'Here is the bug: the seconds are inserted as a bare number, so `4:05` becomes `4:5`.\n\n' +
        `\`\`\`js\n${sampleFix.oldText.trim()}\n\`\`\`\n\n` +
        'Padding them to two digits fixes it. The edit arrives as a diff, and the file opens in the editor ' +
        'when you click its name.\n',
    ),
    call('edit', {
      path: sampleFix.path,
      edits: [{ oldText: sampleFix.oldText, newText: sampleFix.newText }],
    }),
  );
}

function testAgain(): Speech {
  return turn(
    say('Now I run the tests again.\n'),
    call('bash', { command: 'FORCE_COLOR=1 node --stack-trace-limit=0 --test --test-reporter=spec' }),
  );
}

function writeNote(hasNothingToRepair: boolean): Speech {
  return turn(
    say(
      `${hasNothingToRepair ? 'The sample project is already fixed.' : 'This workspace is yours, so I leave your files alone.'} ` +
        `I write a note, \`${NOTE}\`, and use it to show reading and editing. Delete it whenever you like.\n`,
    ),
    call('write', {
      path: NOTE,
      content: `# A note of the demo model\n\n- [x] See a file being written\n${OPEN_TASK}\n\nThis file may be deleted.\n`,
    }),
  );
}

function readNote(): Speech {
  return turn(say('Reading it back:\n'), call('read', { path: NOTE }));
}

function tickNote(): Speech {
  return turn(
    say(
      'One task is left. One character ticks it off:\n\n' +
        `\`\`\`diff\n-${OPEN_TASK}\n+${OPEN_TASK.replace('[ ]', '[x]')}\n\`\`\`\n`,
    ),
    call('edit', {
      path: NOTE,
      edits: [{ oldText: OPEN_TASK, newText: OPEN_TASK.replace('[ ]', '[x]') }],
    }),
  );
}

function ending(runs: readonly ToolRun[]): Speech {
  return turn(say(`${outcome(runs)}\n\n## What to try next\n\n${nextWords}\n${nextPlaces}`));
}

/** Reports the actual results of the tools. */
function outcome(runs: readonly ToolRun[]): string {
  const edit = last(runs, 'edit');
  if (!edit) return 'I did not get to edit a file.';
  if (!edit.output.startsWith('Successfully')) return `The edit did not work: ${edit.output.slice(0, 200)}`;
  if (edit.args.path === NOTE) return `Done: \`${NOTE}\` was written, read, and edited.`;
  const hasPassed = !/exited with code|fail [1-9]/.test(last(runs, 'bash')?.output ?? '');
  return hasPassed
    ? `Done: one line of \`${sampleFix.path}\` changed, and all tests pass.`
    : `One line of \`${sampleFix.path}\` changed, but a test still fails.`;
}

const nextWords = `Send me a word:

| word | what happens |
| --- | --- |
| \`long\` | an answer of about ten thousand tokens |
| \`slow\` | a slow answer |
| \`fail\` | a command that fails |
| \`ask\` | questions that an extension asks you |
| \`error\` | a provider that is overloaded twice |
| \`tour\` | this tour again |
`;

const nextPlaces = `Or look around:

1. open the edit above, and the file it changed;
2. run a command yourself: \`!git status\` here in the composer;
3. type \`/demo-ui\` to see what else an extension can put on the page;
4. reload the page in the middle of an answer.
`;

const withoutTools = `# A very short tour

I am the **demo model**. My tour reads, edits, and runs things, but pi was started without the tools \`bash\`,
\`read\`, \`edit\`, and \`write\`, so I can only talk.

${nextWords}`;

function turn(...steps: Step[]): Speech {
  return { steps: [breath, ...steps] };
}
