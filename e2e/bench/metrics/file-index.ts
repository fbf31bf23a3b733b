// M16: finding a file by its name in a workspace of up to 500,000, beside the commands that list them: `git ls-files`,
// and `find` where there is no git. BENCH_NAMES is the number of files.
import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fileFinder, type FileFinder } from '../../../server/workspace/find/find-files.ts';
import { ignoreRules } from '../../../server/workspace/ignore-rules.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { timed } from '../lab/timing.ts';

const FILES = Number(process.env.BENCH_NAMES ?? 500_000);
/** One folder, which comes first, contains this many files. */
const CROWD = 20_000;
const SAMPLES = 50;
const LIMIT = 20;

const run = promisify(execFile);

interface Side {
  first: number[];
  found: number[];
  lists: number[];
}

export const fileIndex: Metric = {
  id: 'M16',
  title: `a file found by name among ${FILES.toLocaleString('en')}`,
  async measure(lab) {
    const workspace = await lab.folder('files');
    lab.report(`M16: creating ${FILES} files`);
    makeFiles(workspace);
    const plain = newSide();
    const memory: number[] = [];
    const often: number[] = [];
    const measureSide = (side: Side, floor: () => Promise<unknown>): Promise<void> =>
      lab.takeTurns(
        'M16',
        async () => void side.lists.push(await timed(floor)),
        async () => {
          const before = await heapUsed();
          const finder = fileFinder(workspace, ignoreRules(workspace));
          side.first.push(await timed(() => finder.find(nameOf(FILES - CROWD - 1), LIMIT)));
          await finder.all();
          memory.push((await heapUsed()) - before);
          side.found.push(await shareFound(finder));
          often.push(await timed(() => finder.find('src widget', LIMIT)));
        },
      );
    await measureSide(plain, () => run('find', ['.', '-type', 'f'], atMost(workspace)));
    const git = (...words: string[]) => run('git', words, atMost(workspace));
    await git('init', '--quiet');
    await git('add', '--all');
    const tracked = newSide();
    await measureSide(tracked, () => git('ls-files', '-z'));
    await rm(workspace, { recursive: true });
    return [
      { ...timeFigure('first match in a repository', tracked, 'git ls-files'), target: { ratio: 3 } },
      { ...timeFigure('first match without git', plain, 'find -type f'), target: { ratio: 3 } },
      {
        ...timeFigure('each further search', tracked, 'git ls-files'),
        product: often,
      },
      {
        name: 'files that are found by their name',
        unit: '%',
        product: [...plain.found, ...tracked.found],
        floor: { name: 'all files', values: [100] },
        target: { least: 100 },
        note: `${SAMPLES} names; one folder of ${CROWD.toLocaleString('en')} files comes first`,
      },
      {
        name: 'memory for the names',
        unit: 'bytes',
        product: memory,
        floor: { name: 'the names', values: [totalOfNames()] },
        target: { most: 150_000_000 },
        note: 'of the heap, after a collection',
      },
    ];
  },
};

function newSide(): Side {
  return { first: [], found: [], lists: [] };
}

function timeFigure(name: string, { first, lists }: Side, floor: string): Figure {
  return { name, unit: 'ms', product: first, floor: { name: floor, values: lists } };
}

function atMost(cwd: string) {
  return { cwd, maxBuffer: 2 ** 28 };
}

function pathOf(n: number): string {
  return `packages/p${Math.floor(n / 2500)}/src/m${Math.floor(n / 50) % 50}/${nameOf(n)}`;
}

function nameOf(n: number): string {
  return `widget${n}.test.ts`;
}

function crowdedPath(n: number): string {
  return `a-crowd/generated${n}.json`;
}

function makeFiles(workspace: string): void {
  const create = (file: string): void => closeSync(openSync(path.join(workspace, file), 'w'));
  mkdirSync(path.join(workspace, 'a-crowd'));
  for (let n = 0; n < CROWD; n++) create(crowdedPath(n));
  for (let n = 0; n < FILES - CROWD; n++) {
    if (n % 50 === 0) mkdirSync(path.join(workspace, path.dirname(pathOf(n))), { recursive: true });
    create(pathOf(n));
  }
}

function totalOfNames(): number {
  let total = 0;
  for (let n = 0; n < CROWD; n++) total += crowdedPath(n).length;
  for (let n = 0; n < FILES - CROWD; n++) total += pathOf(n).length;
  return total;
}

async function shareFound(finder: FileFinder): Promise<number> {
  let found = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const n = Math.floor((sample * (FILES - CROWD)) / SAMPLES);
    if ((await finder.find(nameOf(n), LIMIT)).files.includes(pathOf(n))) found += 1;
  }
  return (100 * found) / SAMPLES;
}

async function heapUsed(): Promise<number> {
  // The previous listing has ended, but the timers of its pauses may still refer to it.
  await setTimeout(1000);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
