// Shells with real programs in a real pseudoterminal.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import headless from '@xterm/headless';
import type { ShellList, ShellOutput, ShellRow, ShellScreen } from '../../shared/shells.ts';
import { launch } from '../agent/process/launch.ts';
import { listBelow, stillRunning } from '../agent/process/processes.ts';
import type { Follower } from '../agent/feed/fan-out.ts';
import { Shells } from './shells.ts';

const SIZE = { cols: 80, rows: 10 };
const skip = process.platform === 'win32' && 'there is no /bin/sh';

/** What a page has of the shells. */
class Page {
  rows: ShellRow[] = [];
  readonly frames: string[] = [];
  readonly #follower: Follower;
  readonly #terminals = new Map<string, { terminal: headless.Terminal; at: number }>();

  constructor(shells: Shells) {
    this.#follower = shells.follow();
  }

  /** Takes what there is by now. */
  async read(): Promise<void> {
    for (let bytes = this.#follower.takeUnsent(); bytes; bytes = this.#follower.takeUnsent())
      for (const text of bytes.toString().split('\n\n').filter(Boolean)) await this.#accept(text);
  }

  /** Reads until the screen has this text. */
  async see(id: string, text: string | RegExp): Promise<string> {
    for (;;) {
      await this.read();
      const screen = this.screen(id);
      if (typeof text === 'string' ? screen.includes(text) : text.test(screen)) return screen;
      await pause(10);
    }
  }

  screen(id: string): string {
    const { terminal } = this.#terminals.get(id) ?? {};
    if (!terminal) return '';
    const { active } = terminal.buffer;
    const lines = Array.from({ length: active.length }, (_, row) =>
      active.getLine(row)?.translateToString(true),
    );
    return lines.join('\n').trimEnd();
  }

  async #accept(text: string): Promise<void> {
    const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(text) ?? [];
    this.frames.push(event);
    if (event === 'shells') this.rows = (JSON.parse(data) as ShellList).shells;
    if (event === 'screen') {
      const { id, at, cols, rows, screen } = JSON.parse(data) as ShellScreen;
      const terminal = new headless.Terminal({ allowProposedApi: true, cols, rows });
      this.#terminals.set(id, { terminal, at });
      await new Promise<void>((resolve) => terminal.write(screen, resolve));
    }
    if (event !== 'output') return;
    const { id, at, bytes } = JSON.parse(data) as ShellOutput;
    const known = this.#terminals.get(id)!;
    assert.equal(at, known.at, 'output follows without a gap');
    const chunk = Buffer.from(bytes, 'base64');
    known.at += chunk.length;
    await new Promise<void>((resolve) => known.terminal.write(chunk, resolve));
  }
}

async function setUp(t: TestContext) {
  const workspace = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-shell-')));
  const before = process.env.SHELL;
  process.env.SHELL = '/bin/sh';
  const shells = new Shells({ isAllowed: true });
  t.after(async () => {
    if (before === undefined) delete process.env.SHELL;
    else process.env.SHELL = before;
    await shells.close();
    await rm(workspace, { recursive: true, force: true });
  });
  const page = new Page(shells);
  const open = async (): Promise<ShellRow> => shells.open({ workspace, ...SIZE });
  const type = (id: string, text: string): Promise<void> => shells.get(id).type(Buffer.from(text), null);
  return { workspace, shells, page, open, type };
}

test(
  'what is typed reaches the program, and what it prints every page, also one that comes later',
  { skip },
  async (t) => {
    const { workspace, shells, page, open, type } = await setUp(t);
    const { id } = await open();
    await type(id, 'pwd; stty size; echo "a$((1+1))b"\n');
    const screen = await page.see(id, 'a2b');
    assert.match(screen, new RegExp(`${workspace}\n10 80\na2b`));
    const later = new Page(shells);
    await later.see(id, 'a2b');
    assert.equal(later.screen(id), page.screen(id));
    assert.deepEqual(later.frames, ['shells', 'screen']);
  },
);

test(
  'a later page gets the alternate screen of a program, and then its main screen back',
  { skip },
  async (t) => {
    const { shells, page, open, type } = await setUp(t);
    const { id } = await open();
    await type(
      id,
      `${String.raw`echo before; printf '\033[?1049h\033[H\033[2Jin the \033[1mprogram\033[0m'; read x; printf '\033[?1049l'`}\n`,
    );
    await page.see(id, /^in the program/);
    const later = new Page(shells);
    assert.match(await later.see(id, 'in the program'), /^in the program/);
    await type(id, '\n');
    assert.match(await later.see(id, 'before'), /before/);
  },
);

test(
  'a page that has fallen behind a flood gets the screen instead, and misses nothing of its end',
  { skip },
  async (t) => {
    const { shells, page, open, type } = await setUp(t);
    const { id } = await open();
    const slow = new Page(shells);
    await slow.read();
    await type(id, 'seq 400000; echo the-end-$((40+2))\n');
    await page.see(id, 'the-end-42');
    await slow.see(id, 'the-end-42');
    assert.equal(slow.frames.filter((each) => each === 'screen').length, 2);
    assert.match(slow.screen(id), /399999\n400000\nthe-end-42/);
  },
);

test('odd bytes are drawn, and the panel itself says nothing about them', { skip }, async (t) => {
  const { shells, page, open, type } = await setUp(t);
  const said = t.mock.method(console, 'error', () => undefined);
  const { id } = await open();
  await type(id, String.raw`printf '\033\177[\033[1\177;\377\200\033P\033\001'; printf '\030\033cdr''awn\n'`);
  await type(id, '\n');
  await page.see(id, 'drawn');
  assert.match(shells.get(id).screen.screen, /drawn/);
  assert.equal(said.mock.callCount(), 0);
});

test('the program learns a new size', { skip }, async (t) => {
  const { shells, page, open, type } = await setUp(t);
  const { id } = await open();
  shells.get(id).resize({ cols: 123, rows: 45 });
  await type(id, 'stty size\n');
  await page.see(id, '45 123');
  assert.deepEqual([page.rows[0]?.cols, page.rows[0]?.rows], [123, 45]);
});

test('what programs ask the terminal is answered once, however many pages look', { skip }, async (t) => {
  const { shells, page, open, type } = await setUp(t);
  const pages = [page, new Page(shells), new Page(shells)];
  const { id } = await open();
  const ask = String.raw`stty -icanon -echo; printf '\033[6n'; timeout --foreground 1 cat | od -An -c; stty sane; echo o''ver`;
  await type(id, `${ask}\n`);
  for (const each of pages) await each.see(id, /^over/m);
  // The place of the cursor, such as ESC [ 3 ; 1 R.
  assert.equal(page.screen(id).match(/033 +\[ +\d/g)?.length, 1);
});

test(
  'the end of a program is told with its exit code, and its screen stays until it is closed',
  { skip },
  async (t) => {
    const { shells, page, open, type } = await setUp(t);
    const { id } = await open();
    await type(id, 'echo last words; exit 7\n');
    while (!page.rows[0]?.exit) {
      await page.read();
      await pause(10);
    }
    assert.deepEqual(page.rows[0].exit, { code: 7, signal: 0 });
    assert.match(page.screen(id), /last words/);
    await type(id, 'nobody reads this\n');
    await shells.end(id);
    await page.read();
    assert.deepEqual(page.rows, []);
    assert.throws(() => shells.get(id), { status: 404, code: 'unknown_shell' });
  },
);

test('closing a shell ends what it started, even what ignores the hangup', { skip }, async (t) => {
  const { workspace, shells, page, open, type } = await setUp(t);
  const { id } = await open();
  await type(
    id,
    `(trap '' HUP; echo "stubborn $$"; while :; do sleep 0.1; done) & sh -c 'echo $$ > pid; trap "" HUP TERM; sleep 600'\n`,
  );
  await page.see(id, /stubborn \d+/);
  const file = path.join(workspace, 'pid');
  let pid = NaN;
  while (!pid) {
    pid = Number(await readFile(file, 'utf8').catch(() => ''));
    await pause(10);
  }
  await shells.end(id);
  assert.deepEqual(await stillRunning((await listBelow(process.pid)).filter((one) => one.pid === pid)), []);
  assert.doesNotMatch(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''), /\) [RSDT] /);
});

test(
  'the program gets the environment of the user, without variables of the panel and of npm',
  { skip },
  async (t) => {
    const { page, open, type } = await setUp(t);
    process.env.PI_PANEL_EXAMPLE = process.env.npm_config_example = 'secret';
    t.after(() => {
      delete process.env.PI_PANEL_EXAMPLE;
      delete process.env.npm_config_example;
    });
    const { id } = await open();
    await type(id, 'env | grep -c secret; echo "$TERM $COLORTERM"\n');
    assert.match(await page.see(id, 'truecolor'), /\n\W*0\nxterm-256color truecolor/);
  },
);

test('a title and a folder that the program tells are part of the row', { skip }, async (t) => {
  const { page, open, type } = await setUp(t);
  const { id } = await open();
  await type(
    id,
    `${String.raw`printf '\033]0;my title\007\033]7;file://host/tmp/a%%20b\033\\'; echo do''ne`}\n`,
  );
  await page.see(id, /done/);
  assert.deepEqual([page.rows[0]?.title, page.rows[0]?.folder], ['my title', '/tmp/a b']);
});

test('a shell that is being opened while the panel ends is closed as well', { skip }, async (t) => {
  const { shells, open } = await setUp(t);
  const opening = open();
  await shells.close();
  assert.notEqual((await opening).exit, null);
});

test('a panel that was started without shells opens none', async () => {
  const shells = new Shells({ isAllowed: false });
  assert.throws(() => shells.requireAllowed(), { status: 403, code: 'no_shell' });
});

test(
  'programs that the panel starts do not get the terminals of shells',
  { skip: process.platform !== 'linux' && 'only Linux shows the files of a process' },
  async (t) => {
    const { open } = await setUp(t);
    await open();
    const child = launch({ argv: ['/bin/ls', '-l', '/proc/self/fd'], cwd: '/', env: {} }, 'a run');
    assert.ok(!(child instanceof Error));
    assert.doesNotMatch(await text(child.stdout), /ptmx|pts/);
  },
);
