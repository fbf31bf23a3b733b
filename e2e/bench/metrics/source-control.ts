// M21: the state of a repository of 250,000 files beside `git status`, and the newest 200 of 100,000 commits beside
// `git log -200`. BENCH_STATUS and BENCH_COMMITS are other sizes.
import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { importCommits } from '../../../server/git/fixtures/many-commits.ts';
import { readGitState } from '../../../server/git/git-state.ts';
import { readHistory } from '../../../server/ship/history.ts';
import type { Metric } from '../figures/figure.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';
import { timed } from '../lab/timing.ts';

const FILES = Number(process.env.BENCH_STATUS ?? 250_000);
const COMMITS = Number(process.env.BENCH_COMMITS ?? 100_000);
const PER_FOLDER = 100;
/** One page of the history. */
const PAGE = 200;

const run = promisify(execFile);

export const sourceControl: Metric = {
  id: 'M21',
  title: `the state of ${FILES.toLocaleString('en')} files in git, and ${COMMITS.toLocaleString('en')} commits`,
  async measure(lab) {
    const { folders, model } = await makeScriptedPiHome(lab);
    const commits = folders.workspace;
    const files = await makeFiles(lab);
    await makeCommits(lab, commits);
    const panel = await BenchPanel.open(lab, folders, { withDemo: false });
    const browser = await launchBrowser(lab);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await openComposer(page, panel.url.href);
    await page.getByRole('group', { name: 'Panels' }).getByRole('button', { name: 'Source control' }).click();
    const git = (cwd: string, ...args: string[]): Promise<unknown> =>
      run('git', args, { cwd, maxBuffer: 2 ** 28 });
    const state = { panel: [] as number[], git: [] as number[] };
    const history = { panel: [] as number[], git: [] as number[], page: [] as number[] };
    // The first time, the code of the region is still being loaded.
    await paintHistory(page);
    // The first one reads the disk, and refreshes the index.
    await git(files, 'status');
    await lab.takeTurns(
      'M21',
      async () => {
        state.git.push(await timed(() => git(files, 'status', '--porcelain=v2', '--branch')));
        history.git.push(await timed(() => git(commits, 'log', `-${PAGE}`)));
      },
      async () => {
        state.panel.push(await timed(() => readGitState(files)));
        history.panel.push(await timed(() => readHistory(commits, { count: PAGE, skip: 0, by: 'message' })));
        history.page.push(await paintHistory(page));
      },
    );
    await Promise.all([browser.close(), panel.close(), model.close()]);
    const log = { name: `git log -${PAGE}`, values: history.git };
    return [
      {
        name: `state of ${FILES.toLocaleString('en')} files`,
        unit: 'ms',
        product: state.panel,
        floor: { name: 'git status', values: state.git },
        target: { ratio: 1.3 },
      },
      {
        name: `the newest ${PAGE} of ${COMMITS.toLocaleString('en')} commits`,
        unit: 'ms',
        product: history.panel,
        floor: log,
        target: { ratio: 1.5 },
        note: 'as the server reads them; without the page',
      },
      {
        name: 'the same, until they are painted',
        unit: 'ms',
        product: history.page,
        floor: log,
        note: 'in a page that showed the result of a search',
      },
    ];
  },
};

/** Resolves to how long it takes from the end of a search to the newest commits, in ms. The page itself notices it. */
function paintHistory(page: Page): Promise<number> {
  const newest = `change ${COMMITS - 1}`;
  return page.getByRole('searchbox', { name: 'Search commits' }).evaluate(async (field, text) => {
    const search = (query: string): void => {
      (field as HTMLInputElement).value = query;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const isShown = (): boolean =>
      [...document.querySelectorAll('ul[aria-label="Commits"] li')].some((row) =>
        row.textContent.includes(text),
      );
    const until = async (isTrue: () => boolean): Promise<void> => {
      while (!isTrue()) await new Promise((resolve) => requestAnimationFrame(resolve));
    };
    search('no commit has this');
    await until(() => !isShown());
    const startedAt = performance.now();
    search('');
    await until(isShown);
    return performance.now() - startedAt;
  }, newest);
}

async function makeFiles(lab: Lab): Promise<string> {
  const workspace = await lab.folder('many-files');
  lab.report(`M21: creating ${FILES} files`);
  for (let n = 0; n < FILES; n++) {
    const folder = path.join(
      workspace,
      `p${Math.floor(n / PER_FOLDER / 50)}`,
      `f${Math.floor(n / PER_FOLDER)}`,
    );
    if (n % PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
    closeSync(openSync(path.join(folder, `file${n}.ts`), 'w'));
  }
  await run('git', ['init', '-q', '-b', 'main'], { cwd: workspace });
  await run('git', ['add', '-A'], { cwd: workspace });
  const author = ['-c', 'user.name=Example', '-c', 'user.email=example@localhost'];
  await run('git', [...author, 'commit', '-qm', 'first'], { cwd: workspace, maxBuffer: 2 ** 28 });
  return workspace;
}

async function makeCommits(lab: Lab, workspace: string): Promise<void> {
  lab.report(`M21: making ${COMMITS} commits`);
  await run('git', ['init', '-q', '-b', 'main'], { cwd: workspace });
  importCommits(workspace, COMMITS);
}
