// M14: the cost of recording and undoing changes, beside other ways to do it: `git stash create`, and a shadow index
// with `git add -A; git write-tree`. BENCH_FILES is the size of the repository.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { changesFolder } from '../../../server/changes/journal/changes-folder.ts';
import { Changes } from '../../../server/changes/changes.ts';
import { Recorder } from '../../../server/changes/recorder.ts';
import { undoScope } from '../../../server/changes/undo/scope.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import type { Lab } from '../lab/lab.ts';
import { percentile } from '../figures/statistics.ts';
import { timed } from '../lab/timing.ts';

const FILES = Number(process.env.BENCH_FILES ?? 20_000);
const PER_FOLDER = 100;
const EDITS = 100;
const STORED = 20;
const STORED_BYTES = 100_000;
/** The undone turn changed this many files. */
const TURN = 50;
const EDITED = 'edited.txt';
const LINE = 'a line of a file that is edited again and again\n';

const run = promisify(execFile);

export const changes: Metric = {
  id: 'M14',
  title: `changes recorded and undone in a repository of ${FILES.toLocaleString('en')} files`,
  async measure(lab) {
    const workspace = await makeRepository(lab);
    const folder = changesFolder(path.join(lab.root, 'state'), workspace);
    const recorder = new Recorder(workspace, folder);
    lab.onClose(() => recorder.close());
    await recorder.warm();
    const times = { edit: [] as number[][], command: [] as number[][], undo: [] as number[] };
    const floors = { stash: [] as number[], shadow: [] as number[] };
    const shares: number[] = [];
    let turn = 0;

    const panel = async (): Promise<void> => {
      times.edit.push(await timeEdits(recorder, workspace));
      times.command.push(await timeCommands(recorder, workspace));
      times.undo.push(await timeUndo({ recorder, workspace, folder, turn: ++turn }));
      shares.push(await measureStoredShare(lab, turn));
    };
    const others = async (): Promise<void> => {
      await writeFile(path.join(workspace, EDITED), LINE.repeat(2000) + String(turn));
      floors.stash.push(await timed(() => git(workspace, 'stash', 'create')));
      floors.shadow.push(await timed(() => shadowTree(lab, workspace)));
    };
    await lab.takeTurns('M14', others, panel);
    const figure = (name: string, product: number[], more: Pick<Figure, 'target' | 'note'> = {}): Figure => ({
      name,
      unit: 'ms',
      product,
      floor: { name: 'git stash create', values: floors.stash },
      ...more,
    });
    return [
      figure(
        'capture of an edit of 100 kB, p99',
        times.edit.map((all) => percentile(all, 99)),
        { target: { ratio: 1 }, note: 'the content before and after; the aim is 2 ms on a machine at rest' },
      ),
      figure(
        'capture of an edit of 100 kB, p50',
        times.edit.map((all) => percentile(all, 50)),
      ),
      figure(
        'added to a command, p50',
        times.command.map((all) => percentile(all, 50)),
        { target: { ratio: 1 } },
      ),
      figure(
        'added to a command, p99',
        times.command.map((all) => percentile(all, 99)),
        { note: 'the aim is 50 ms, also in a repository of 250,000 files' },
      ),
      figure(`undo of a turn of ${TURN} files`, times.undo, { note: 'the aim is one second' }),
      {
        name: 'bytes stored, of the bytes written',
        unit: '%',
        product: shares,
        floor: { name: 'the bytes written', values: shares.map(() => 100) },
        target: { most: 201 },
        note: 'of files that were not known before, with contents that nothing compresses; 1 % for the journal',
      },
      {
        ...figure('a shadow tree, which others make each turn', floors.shadow),
        note: '`git add -A; git write-tree` with a separate index',
      },
    ];
  },
};

async function makeRepository(lab: Lab): Promise<string> {
  const workspace = await lab.folder('repository');
  lab.report(`M14: creating ${FILES} files`);
  for (let from = 0; from < FILES; from += PER_FOLDER) {
    const folder = path.join(
      workspace,
      `part-${Math.floor(from / PER_FOLDER / 100)}`,
      `folder-${from / PER_FOLDER}`,
    );
    await mkdir(folder, { recursive: true });
    const names = Array.from(
      { length: Math.min(PER_FOLDER, FILES - from) },
      (_, i) => `file-${from + i}.txt`,
    );
    await Promise.all(names.map((name) => writeFile(path.join(folder, name), `${name}\n`)));
  }
  await writeFile(path.join(workspace, EDITED), LINE.repeat(2000));
  await git(workspace, 'init', '-q');
  await git(workspace, 'add', '-A');
  await git(workspace, 'commit', '-qm', 'first');
  return workspace;
}

async function timeEdits(recorder: Recorder, workspace: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < EDITS; n++) {
    const call = `edit-${performance.now()}`;
    const turn = { id: 'edits', at: 1 };
    const before = await timed(() =>
      recorder.begin({ session: 's', turn, call, tool: 'edit', path: EDITED }),
    );
    await writeFile(path.join(workspace, EDITED), LINE.repeat(2000) + call);
    times.push(before + (await timed(() => recorder.end(call))));
  }
  return times;
}

async function timeCommands(recorder: Recorder, workspace: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < EDITS; n++) {
    const call = `command-${performance.now()}`;
    const turn = { id: 'commands', at: 2 };
    const before = await timed(() => recorder.begin({ session: 's', turn, call, tool: 'bash' }));
    await writeFile(path.join(workspace, 'part-0', `made-${n % 3}.txt`), call);
    times.push(before + (await timed(() => recorder.end(call))));
  }
  return times;
}

async function timeUndo({
  recorder,
  workspace,
  folder,
  turn: number,
}: {
  recorder: Recorder;
  workspace: string;
  folder: ReturnType<typeof changesFolder>;
  turn: number;
}): Promise<number> {
  const turn = { id: `turn-${number}`, at: 1000 + number };
  const names = Array.from({ length: TURN }, (_, i) =>
    path.join('part-0', 'folder-1', `file-${PER_FOLDER + i}.txt`),
  );
  for (const name of names) {
    await recorder.begin({ session: 's', turn, call: `${number} ${name}`, tool: 'write', path: name });
    await writeFile(path.join(workspace, name), `changed in turn ${number}\n`);
    await recorder.end(`${number} ${name}`);
  }
  const opened = new Changes({ workspace, folder });
  const undo = { turn: `user-${turn.at}` };
  const history = await opened.history();
  const time = await timed(async () => {
    const plan = await opened.plan('s', { undo }, undoScope(history, 's', undo));
    const { files } = await opened.run(plan, {});
    if (files.some(({ outcome }) => outcome !== 'restored')) throw new Error('The undo was not carried out.');
  });
  await opened.close();
  const back = await readFile(path.join(workspace, names[0]!), 'utf8');
  if (back !== `${path.basename(names[0]!)}\n`) throw new Error(`The undo left ${JSON.stringify(back)}.`);
  return time;
}

/** The space for files that are edited once and cannot be compressed, in percent of their bytes. */
async function measureStoredShare(lab: Lab, number: number): Promise<number> {
  const workspace = await lab.folder(`stored-${number}`);
  const folder = changesFolder(path.join(lab.root, `stored-state-${number}`), workspace);
  const recorder = new Recorder(workspace, folder);
  for (let n = 0; n < STORED; n++) {
    const [call, file] = [`stored-${n}`, `file-${n}`];
    await writeFile(path.join(workspace, file), randomBytes(STORED_BYTES));
    await recorder.begin({ session: 's', turn: { id: 't', at: 1 }, call, tool: 'edit', path: file });
    await writeFile(path.join(workspace, file), randomBytes(STORED_BYTES));
    await recorder.end(call);
  }
  await recorder.close();
  let stored = 0;
  for (const place of [folder.blobs, folder.journal])
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) stored += (await stat(path.join(entry.parentPath, entry.name))).size;
  return (100 * stored) / (STORED * STORED_BYTES);
}

async function shadowTree(lab: Lab, workspace: string): Promise<void> {
  const env = { ...process.env, GIT_INDEX_FILE: path.join(lab.root, 'shadow-index') };
  await run('git', ['add', '-A'], { cwd: workspace, env });
  await run('git', ['write-tree'], { cwd: workspace, env });
}

async function git(cwd: string, ...args: string[]): Promise<void> {
  const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
  await run('git', [...author, ...args], { cwd });
}
