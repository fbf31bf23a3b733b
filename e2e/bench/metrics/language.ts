// M20: a language server behind the editor: from the key that asks for completions to their list, beside the same server
// without the panel, and a key typed into 5,000 lines while the server reads each edit, beside the same page without a
// server.
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { SERVER_KINDS } from '../../../server/languages/server-table.ts';
import { LIMITS, ServerProcess } from '../../../server/languages/server-process.ts';
import type { Figure, Metric } from '../figures/figure.ts';
import { percentile } from '../figures/statistics.ts';
import { launchBrowser, openComposer } from '../lab/composer-page.ts';
import type { Lab } from '../lab/lab.ts';
import { BenchPanel } from '../lab/panel.ts';
import { makeScriptedPiHome } from '../lab/pi-home.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const FRAME_MS = 1000 / 60;
const TIMES = 20;
const KEYS = 'abcdefghijklmnopqrstuvwxyz'.repeat(2);
const LINES = 5000;
const APP = 'const shape = { width: 1, height: 2 };\n';
const LARGE = Array.from({ length: LINES }, (_, n) => `export const value${n}: number = ${n};\n`).join('');
const PROBLEM = `export const wrong: string = value1;\n`;

export const language: Metric = {
  id: 'M20',
  title: 'a language server behind the editor',
  async measure(lab) {
    const [served, bare] = [await openPage(lab, true), await openPage(lab, false)];
    const figures = [
      await measureCompletion(lab, served),
      ...(await measureTyping(lab, served.page, bare.page)),
    ];
    for (const { page, panel } of [served, bare])
      await Promise.all([page.context().browser()?.close(), panel.close()]);
    return figures;
  },
};

interface Served {
  page: Page;
  panel: BenchPanel;
  workspace: string;
}

/** Opens a page with a small and a large file; with a server, it waits until that has read the project. */
async function openPage(lab: Lab, hasServer: boolean): Promise<Served> {
  const { folders } = await makeScriptedPiHome(lab);
  const { workspace, agentDir } = folders;
  const settings = join(agentDir, 'settings.json');
  const known = JSON.parse(await readFile(settings, 'utf8')) as object;
  await writeFile(settings, JSON.stringify({ ...known, defaultProjectTrust: 'always' }));
  await writeFile(
    join(workspace, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "noEmit": true } }\n',
  );
  await writeFile(join(workspace, 'small.ts'), APP);
  await writeFile(join(workspace, 'large.ts'), LARGE + PROBLEM);
  if (hasServer) {
    const bin = join(workspace, 'node_modules', '.bin');
    await mkdir(bin, { recursive: true });
    await symlink(
      join(MODULES, 'typescript-language-server', 'lib', 'cli.mjs'),
      join(bin, 'typescript-language-server'),
    );
    await symlink(join(MODULES, 'typescript'), join(workspace, 'node_modules', 'typescript'));
  }
  const panel = await BenchPanel.open(lab, folders, { withDemo: false });
  const browser = await launchBrowser(lab);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await openComposer(page, panel.url.href);
  await openFile(page, 'large.ts');
  if (hasServer) await page.getByRole('button', { name: '1 problem' }).waitFor({ timeout: 60_000 });
  return { page, panel, workspace };
}

async function openFile(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+p');
  const field = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
  await page.locator('.monaco-editor .view-lines').first().waitFor();
}

async function measureCompletion(lab: Lab, { page, workspace }: Served): Promise<Figure> {
  const [product, floor]: number[][] = [[], []];
  await openFile(page, 'small.ts');
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('Control+End');
  await page.evaluate(watchCompletions);
  const server = await BareServer.open(lab, workspace);
  await lab.takeTurns(
    'M20 completion',
    async () => {
      const times: number[] = [];
      for (let n = 0; n < TIMES; n += 1) times.push(await server.complete());
      floor!.push(percentile(times, 50) + FRAME_MS);
    },
    async () => {
      for (let n = 0; n < TIMES; n += 1) {
        await page.keyboard.type('shape');
        await page.keyboard.press('Escape');
        await page.keyboard.press('.');
        await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.press('Shift+Home');
        await page.keyboard.press('Delete');
      }
      const times = await page.evaluate(() => (globalThis as unknown as Watched).completions.splice(0));
      product!.push(percentile(times, 50));
    },
  );
  await server.close();
  return {
    name: 'completions after a dot, p50',
    unit: 'ms',
    product: product!,
    floor: { name: 'the bare server, and one frame', values: floor! },
    target: { ratio: 1 },
    note: 'from the key to the list in the document',
  };
}

async function measureTyping(lab: Lab, served: Page, bare: Page): Promise<Figure[]> {
  const times = new Map<Page, number[][]>([served, bare].map((page) => [page, []]));
  for (const page of [served, bare]) {
    await openFile(page, 'large.ts');
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Home');
    await page.evaluate(watchKeys);
  }
  const type = (page: Page) => async (): Promise<void> => {
    await page.bringToFront();
    // A word of a comment: no list of completions opens.
    await page.keyboard.type('// ');
    await page.evaluate(() => (globalThis as unknown as Watched).keys.splice(0));
    for (const key of KEYS) await page.keyboard.press(key);
    times.get(page)!.push(await page.evaluate(() => (globalThis as unknown as Watched).keys.splice(0)));
    await page.keyboard.press('Enter');
  };
  await lab.takeTurns('M20 typing', type(bare), type(served));
  const figure = (share: number): Figure => ({
    name: `a key typed into ${LINES.toLocaleString('en')} lines, p${share}`,
    unit: 'ms',
    product: times.get(served)!.map((one) => percentile(one, share)),
    floor: {
      name: 'the same page without a server',
      values: times.get(bare)!.map((one) => percentile(one, share)),
    },
    target: { ratio: 1.2 },
    note: 'from the key to the changed line in the document',
  });
  return [figure(50), figure(99)];
}

/** The times that the functions in the page have measured, in ms. */
interface Watched {
  completions: number[];
  keys: number[];
}

/** Runs in the page: notes the time from each dot to the list of completions. */
function watchCompletions(): void {
  const watched = globalThis as unknown as Watched;
  watched.completions = [];
  let pressedAt: number | null = null;
  document.addEventListener('keydown', ({ key }) => key === '.' && (pressedAt = performance.now()), {
    capture: true,
  });
  // Monaco adds the class `visible` 100 ms after it has drawn the list.
  const list = '.suggest-widget[monaco-visible-content-widget] .monaco-list-row';
  new MutationObserver(() => {
    if (pressedAt === null || !document.querySelector(list)) return;
    watched.completions.push(performance.now() - pressedAt);
    pressedAt = null;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}

/** Runs in the page: notes the time from each key to the next change of the text. */
function watchKeys(): void {
  const watched = globalThis as unknown as Watched;
  watched.keys = [];
  let pressedAt: number | null = null;
  document.addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true });
  new MutationObserver(() => {
    if (pressedAt !== null) watched.keys.push(performance.now() - pressedAt);
    pressedAt = null;
  }).observe(document.querySelector('.monaco-editor .view-lines')!, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

/** The server of the page once more, without the panel. */
class BareServer {
  readonly #run: ServerProcess;
  readonly #uri: string;
  #version = 1;

  private constructor(run: ServerProcess, uri: string) {
    this.#run = run;
    this.#uri = uri;
  }

  static async open(lab: Lab, root: string): Promise<BareServer> {
    const kind = SERVER_KINDS.find(({ id }) => id === 'typescript')!;
    const program = join(root, 'node_modules', '.bin', kind.program);
    const run = new ServerProcess({
      found: { kind, program, root },
      roots: new Set([root]),
      // The first answer waits until the project is read.
      limits: { ...LIMITS, answer: LIMITS.project },
      onLoading: () => undefined,
      onNotification: () => undefined,
    });
    lab.onClose(() => run.close());
    await run.ready;
    const uri = pathToFileURL(join(root, 'small.ts')).href;
    run.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'typescript', version: 1, text: APP },
    });
    const server = new BareServer(run, uri);
    await server.complete();
    return server;
  }

  /** Returns how long the list takes, in ms. */
  async complete(): Promise<number> {
    this.#change('shape');
    const startedAt = performance.now();
    this.#change('shape.');
    const position = { line: 1, character: 'shape.'.length };
    const context = { triggerKind: 2, triggerCharacter: '.' };
    await this.#run.ask('textDocument/completion', { textDocument: { uri: this.#uri }, position, context });
    const took = performance.now() - startedAt;
    this.#change('');
    return took;
  }

  close(): Promise<void> {
    return this.#run.close();
  }

  #change(line: string): void {
    this.#version += 1;
    this.#run.notify('textDocument/didChange', {
      textDocument: { uri: this.#uri, version: this.#version },
      contentChanges: [{ text: APP + line }],
    });
  }
}
