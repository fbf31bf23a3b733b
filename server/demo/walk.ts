// The tour itself. In the sample project it looks around, reads the file whose test fails, fixes it, and runs the tests.
// Elsewhere, or when nothing is left to fix, it uses the same tools on a note, so that no other file is touched. The next
// step follows from the results of the tools, not from a count.
import type { Speech, Step } from './answer.ts';
import type { Plot, Setting } from './plots.ts';
import type { Texts } from './texts/en.ts';
import { sampleFix } from './sample-files.ts';
import { breath, call, say, think } from './say.ts';
import type { ToolRun } from './scene.ts';

const NOTE = 'pi-panel-tour.md';
/** Printed by the first command where the sample project is. */
const SAMPLE_MARK = 'sample project: tea-timer';
/** More turns than the tour has, in case of unexpected results. */
const MOST_TURNS = 9;

export const walkPlot: Plot = (scene, setting) => {
  const { texts } = setting;
  if (!['bash', 'read', 'edit', 'write'].every(setting.can))
    return { steps: [breath, say(texts.withoutTools + texts.nextWords)] };
  if (scene.answers >= MOST_TURNS) return ending(scene.runs, texts);

  const lookedAround = last(scene.runs, 'bash');
  if (!lookedAround) return opening(setting);
  const code = last(scene.runs, 'read', sampleFix.path);
  if (!code && lookedAround.output.includes(SAMPLE_MARK)) return readCode(texts);
  if (code?.output.includes(sampleFix.oldText)) {
    if (!last(scene.runs, 'edit', sampleFix.path)) return repair(texts);
    if (scene.runs.filter(({ tool }) => tool === 'bash').length < 2) return testAgain(texts);
    return ending(scene.runs, texts);
  }
  if (!last(scene.runs, 'write', NOTE)) return writeNote(code !== undefined, texts);
  const note = last(scene.runs, 'read', NOTE);
  if (!note) return readNote(texts);
  if (!last(scene.runs, 'edit', NOTE) && note.output.includes(texts.noteTask)) return tickNote(texts);
  return ending(scene.runs, texts);
};

function last(runs: readonly ToolRun[], tool: string, path?: string): ToolRun | undefined {
  return runs.findLast((run) => run.tool === tool && (path === undefined || run.args.path === path));
}

function opening({ pace, texts }: Setting): Speech {
  return turn(
    think(texts.openingThought),
    say(texts.opening),
    call('bash', { command: lookAround(pace, texts) }),
  );
}

/** About seven seconds at pace 1. Uses plain `sh`, which pi falls back to without bash. */
function lookAround(pace: number, { shell }: Texts): string {
  return `ls -1p | head -n 12
printf '\\033[1;36m${shell.lookingAround}\\033[0m\\n' "\${PWD##*/}"
done=0 bar=
while [ "$done" -lt 40 ]; do
  done=$((done + 1)) bar="$bar#"
  printf '\\r\\033[33m%3d%%\\033[0m [\\033[32m%-40s\\033[0m]' $((done * 100 / 40)) "$bar"
  case $done in
    12) printf '\\r\\033[2K\\033[32m ok \\033[0m ${shell.readable}\\n' ;;
    26) printf '\\r\\033[2K\\033[32m ok \\033[0m ${shell.time}\\n' ;;
  esac${pace > 0 ? `\n  sleep ${(0.16 * pace).toFixed(3)}` : ''}
done
printf '\\r\\033[2K\\033[32m ok \\033[0m ${shell.full}\\n'
if grep -qs '"name": "tea-timer"' package.json && [ -f ${sampleFix.path} ]; then
  printf '\\033[1;36m${SAMPLE_MARK}\\033[0m\\n'
  FORCE_COLOR=1 node --stack-trace-limit=0 --test --test-reporter=spec || echo '${shell.testFails}'
fi`;
}

function readCode(texts: Texts): Speech {
  return turn(say(texts.readCode), call('read', { path: sampleFix.path }));
}

function repair(texts: Texts): Speech {
  return turn(
    think(texts.bugThought),
    say(texts.bug(sampleFix.oldText.trim())),
    call('edit', {
      path: sampleFix.path,
      edits: [{ oldText: sampleFix.oldText, newText: sampleFix.newText }],
    }),
  );
}

function testAgain(texts: Texts): Speech {
  return turn(
    say(texts.testAgain),
    call('bash', { command: 'FORCE_COLOR=1 node --stack-trace-limit=0 --test --test-reporter=spec' }),
  );
}

function writeNote(hasNothingToRepair: boolean, texts: Texts): Speech {
  return turn(
    say(`${hasNothingToRepair ? texts.noteAfterFix : texts.noteElsewhere}${texts.note(NOTE)}`),
    call('write', { path: NOTE, content: texts.noteText(texts.noteTask) }),
  );
}

function readNote(texts: Texts): Speech {
  return turn(say(texts.readNote), call('read', { path: NOTE }));
}

function tickNote({ tickNote: words, noteTask }: Texts): Speech {
  const done = noteTask.replace('[ ]', '[x]');
  return turn(
    say(`${words}\`\`\`diff\n-${noteTask}\n+${done}\n\`\`\`\n`),
    call('edit', { path: NOTE, edits: [{ oldText: noteTask, newText: done }] }),
  );
}

function ending(runs: readonly ToolRun[], texts: Texts): Speech {
  return turn(say(`${outcome(runs, texts)}\n\n${texts.next}\n\n${texts.nextWords}\n${texts.nextPlaces}`));
}

/** Reports the actual results of the tools. */
function outcome(runs: readonly ToolRun[], texts: Texts): string {
  const edit = last(runs, 'edit');
  if (!edit) return texts.noEdit;
  if (!edit.output.startsWith('Successfully')) return texts.editFailed(edit.output.slice(0, 200));
  if (edit.args.path === NOTE) return texts.noteDone(NOTE);
  const hasPassed = !/exited with code|fail [1-9]/.test(last(runs, 'bash')?.output ?? '');
  return hasPassed ? texts.fixed(sampleFix.path) : texts.stillFails(sampleFix.path);
}

function turn(...steps: Step[]): Speech {
  return { steps: [breath, ...steps] };
}
