// The drawings that extensions make for pi's TUI, sent to the page: screens with keys, overlays, parts of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarizeAgent } from '../../shared/overview.ts';
import type { Loaded } from '../../shared/loaded.ts';
import type { ExtensionCompletion } from '../../shared/view/completions.ts';
import type { PiTheme } from '../../shared/pi/theme-json.ts';
import type { Drawn } from '../../shared/view/screens.ts';
import { calls, says } from '../panel/scripted.ts';
import { contractPis } from './contract-pis.ts';
import { onEveryPi } from './every-pi.ts';
import { openLab, type Lab } from './lab.ts';

const EXTENSION = `
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  const tell = (ctx, name, value) => ctx.ui.notify(name + ' ' + JSON.stringify(value ?? null));
  const menu = (done, render) => {
    let at = 0;
    return {
      render: render ?? ((width) => ['\\u001b[31mPick\\u001b[0m ' + width, ...['one', 'two'].map((word, i) => (i === at ? '> ' : '  ') + word)]),
      invalidate() {},
      handleInput(data) {
        if (data === '\\u001b[B') at = 1;
        if (data === '\\r') done(['one', 'two'][at]);
        if (data === '\\u001b') done(undefined);
        if (data === '!') throw new Error('thrown by a key');
      },
      dispose() { pi.events.emit('disposed', true); },
    };
  };
  pi.registerCommand('paint', {
    description: 'Paints',
    handler: async () => {},
    getArgumentCompletions: (typed) => ['red', 'green'].filter((name) => name.startsWith(typed)).map((value) => ({ value, label: value, description: 'A color' })),
  });
  pi.on('session_start', (_event, ctx) => ctx.ui.addAutocompleteProvider((current) => ({
    ...current,
    getSuggestions: async (lines, line, column, options) => {
      const typed = /#\\w*$/.exec(lines[line].slice(0, column));
      return typed ? { items: [{ value: '#12', label: '#12' }], prefix: typed[0] } : current.getSuggestions(lines, line, column, options);
    },
  })));
  pi.on('resources_discover', ({ cwd }) => ({ themePaths: [cwd + '/dusk.json'] }));
  command('mode', async (_args, ctx) => tell(ctx, 'mode', [ctx.mode, ctx.hasUI]));
  command('theme', async (name, ctx) => tell(ctx, 'theme', [
    ctx.ui.setTheme(name).success,
    ctx.ui.getAllThemes().some((theme) => theme.name === 'dark'),
    ctx.ui.getTheme(name)?.fg('accent', 'x').includes('x') ?? false,
  ]));
  command('pick', async (_args, ctx) => tell(ctx, 'picked', await ctx.ui.custom((_tui, _theme, _keys, done) => menu(done))));
  command('input', async (_args, ctx) => {
    const { Input } = await import('@earendil-works/pi-tui').catch(() => import('@mariozechner/pi-tui'));
    await ctx.ui.custom((_tui, _theme, _keys, done) => {
      const input = new Input();
      input.focused = true;
      input.onEscape = () => done();
      return { render: (width) => input.render(width - 2).map((line) => '|' + line + '|'), invalidate() {}, handleInput: (data) => input.handleInput(data) };
    });
  });
  command('stubborn', async (_args, ctx) => tell(ctx, 'left', await ctx.ui.custom(() => ({ render: () => ['stay'], invalidate() {} }))));
  command('tall', async (_args, ctx) => {
    await ctx.ui.custom((_tui, _theme, _keys, done) => menu(done, () => Array.from({ length: 10_000 }, (_, n) => 'line ' + n)));
  });
  command('throws', async (_args, ctx) => { await ctx.ui.custom((_tui, _theme, _keys, done) => menu(done, () => { throw new Error('thrown while drawing'); })); });
  command('over', async (_args, ctx) => {
    const options = { overlay: true, overlayOptions: { width: 30, anchor: 'top-right' } };
    tell(ctx, 'over', await ctx.ui.custom((_tui, _theme, _keys, done) => menu(done), options));
  });
  command('busy', async (_args, ctx) => {
    await ctx.ui.custom((tui, _theme, _keys, done) => {
      let n = 0;
      const timer = setInterval(() => { n += 1; tui.requestRender(); }, 1);
      return { ...menu(done, () => ['frame ' + n]), dispose: () => clearInterval(timer) };
    });
  });
  command('noise', async (_args, ctx) => {
    await ctx.ui.custom((tui, _theme, _keys, done) => {
      const timer = setInterval(() => tui.requestRender(), 16);
      const cell = () => '\\u001b[38;5;' + Math.floor(Math.random() * 256) + 'm' + '#@.:'[Math.floor(Math.random() * 4)];
      const render = () => Array.from({ length: 24 }, () => Array.from({ length: 80 }, cell).join('') + '\\u001b[0m');
      return { ...menu(done, render), dispose: () => clearInterval(timer) };
    });
  });
  command('parts', async (args, ctx) => {
    const part = (text) => (args === 'off' ? undefined : () => ({ render: (width) => [text + ' ' + width], invalidate() {} }));
    ctx.ui.setHeader(part('header'));
    ctx.ui.setFooter(args === 'off' ? undefined : (_tui, _theme, data) => ({
      render: () => ['footer ' + [...data.getExtensionStatuses().values()].join(), String(data.getGitBranch())], invalidate() {},
    }));
    ctx.ui.setWidget('w', part('widget'), { placement: 'belowEditor' });
  });
  command('counts', async (args, ctx) => ctx.ui.setFooter(args === 'off' ? undefined : () => ({
    render: () => [ctx.sessionManager.getBranch().filter(({ message }) => ['user', 'assistant'].includes(message?.role)).length + ' messages'], invalidate() {},
  })));
  command('broken-editor', async (args, ctx) => {
    let text = 'typed';
    ctx.ui.setEditorComponent(() => args === 'empty' ? {} : {
      render: () => { if (text.endsWith('!')) throw new Error('thrown by the editor'); return [text]; },
      invalidate() {}, getText: () => text, setText(given) { text = given; }, handleInput(data) { text += data; },
    });
  });
  command('editor', async (args, ctx) => {
    let text = '';
    ctx.ui.setEditorComponent(args === 'off' ? undefined : () => ({
      render: () => ['> ' + text], invalidate() {}, getText: () => text, setText(given) { text = given; },
      handleInput(data) {
        if (data === '\\u001b') return this.onEscape();
        if (data !== '\\r') return void (text += data);
        const all = text;
        text = '';
        this.onSubmit(all);
      },
    }));
  });
  command('prefill', async (args, ctx) => { ctx.ui.setEditorText(args); tell(ctx, 'text', ctx.ui.getEditorText()); });
  command('working', async (args, ctx) => {
    const { ui } = ctx;
    ui.setWorkingMessage(args || undefined);
    ui.setHiddenThinkingLabel(args || undefined);
    ui.setWorkingIndicator?.(args ? { frames: ['a', 'b'], intervalMs: 120 } : undefined);
  });
  command('size', async (_args, ctx) => {
    const seen = () => [process.stdout.columns, process.stdout.rows];
    process.stdout.once('resize', () => tell(ctx, 'resized', seen()));
    await ctx.ui.custom((_tui, _theme, _keys, done) => menu(done));
    tell(ctx, 'size', seen());
  });
  let unlisten;
  command('listen', async (args, ctx) => {
    unlisten?.();
    unlisten = args === 'off' ? undefined : ctx.ui.onTerminalInput((data) => {
      if (data === '?') throw new Error('thrown by a listener');
      if (data === '\u001d') { tell(ctx, 'heard', data); return { consume: true }; }
      return data === 'j' ? { data: '\u001b[B' } : undefined;
    });
  });
  pi.registerShortcut('ctrl+shift+u', { description: 'Counts', handler: (ctx) => ctx.ui.notify('counted') });
  pi.registerFlag('loud', { description: 'Is loud', type: 'boolean', default: false });
  pi.registerFlag('voice', { description: 'Has a voice', type: 'string' });
  pi.registerTool({
    name: 'asking', label: 'Asking', description: 'asks', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, _signal, _onUpdate, ctx) => {
      const picked = await ctx.ui.custom((_tui, _theme, _keys, done) => menu(done));
      return { content: [{ type: 'text', text: 'picked ' + picked }], details: {} };
    },
  });
}`;

const VERSIONS = ['0.73.1', '0.79.9', '0.84.4', '0.87.1'];

const drawnLike = (panel: Lab, what: string, isIt: (drawn: Drawn) => unknown): Promise<Drawn> =>
  panel.until(what, ({ drawn }) => drawn.some(isIt)).then(({ drawn }) => drawn.find(isIt)!);
const notices = (panel: Lab): string[] => panel.view.notices.map(({ message }) => message);

async function type(panel: Lab, { id }: Drawn, data: string): Promise<void> {
  assert.equal((await panel.postToAgent(`screens/${id}/keys`, { data })).status, 204);
}

const DUSK = JSON.stringify({ name: 'dusk', colors: { accent: '#80c0ff' } });

onEveryPi({ extension: EXTENSION, files: { 'dusk.json': DUSK }, versions: VERSIONS }, ({ pi, test }) => {
  test('a component is drawn, takes keys, follows the size of the page, and returns its result', async (panel) => {
    const asking = panel.command({ type: 'prompt', message: '/pick' });
    const first = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 3);
    assert.deepEqual([first.kind, first.by], ['screen', 'extension.ts']);
    assert.deepEqual(first.lines, [`\u001b[31mPick\u001b[0m ${first.screen.columns}`, '> one', '  two']);
    assert.equal((await panel.postToAgent('terminal', { columns: 64, rows: 20 })).status, 204);
    await drawnLike(panel, 'it is as wide as the page', ({ lines }) => lines[0]?.endsWith(' 64'));
    // Typed together, as in a fast game.
    await type(panel, first, '\u001b[A\u001b[B');
    await drawnLike(panel, 'it took the keys', ({ lines }) => lines[2] === '> two');
    assert.deepEqual((await panel.snapshot()).drawn, panel.view.drawn);
    await type(panel, first, '\r');
    await asking;
    assert.deepEqual([panel.view.drawn, notices(panel).at(-1)], [[], 'picked "two"']);
    assert.equal((await panel.postToAgent(`screens/${first.id}/keys`, { data: 'x' })).status, 404);
  });

  test('an input shows its cursor, and what is behind it', async (panel) => {
    assert.equal((await panel.postToAgent('terminal', { columns: 20, rows: 20 })).status, 204);
    const asking = panel.command({ type: 'prompt', message: '/input' });
    const screen = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 1);
    await type(panel, screen, 'dock');
    await type(panel, screen, '\u001b[D\u001b[D');
    const { lines } = await drawnLike(
      panel,
      'the cursor moved back',
      ({ screen: { cursor }, lines: [line] }) => cursor?.column === 5 && line?.includes('k'),
    );
    assert.deepEqual(lines, ['|> do\u001b[7mc\u001b[27mk            |']);
    await type(panel, screen, '\u001b');
    await asking;
  });

  test('an extension that reads the size from stdout finds that of the page, and is notified of a new one', async (panel) => {
    const asking = panel.command({ type: 'prompt', message: '/size' });
    const { id } = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 3);
    await panel.postToAgent('terminal', { columns: 71, rows: 25 });
    await panel.until('it heard of it', () => notices(panel).includes('resized [71,25]'));
    await panel.postToAgent(`screens/${id}/close`);
    await asking;
    assert.equal(notices(panel).at(-1), 'size [71,25]');
  });

  test('a listener to the terminal changes or consumes keys of screens, and gets keys of the page', async (panel) => {
    const press = (data: string) => panel.command<boolean>({ type: 'panel_press', data });
    assert.notEqual(panel.view.registered.hearsKeys, true);
    await panel.command({ type: 'prompt', message: '/listen' });
    await panel.until('the page knows', ({ registered }) => registered.hearsKeys === true);
    const asking = panel.command({ type: 'prompt', message: '/pick' });
    const drawn = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 3);
    await type(panel, drawn, 'j\u001d');
    await drawnLike(panel, 'it took the changed key', ({ lines }) => lines[2] === '> two');
    await panel.until('the consumed key was heard', () => notices(panel).includes('heard "\\u001d"'));
    await type(panel, drawn, '\r');
    await asking;
    assert.deepEqual([await press('\u001d'), await press('\u001b')], [true, false]);
    await panel.command({ type: 'prompt', message: '/listen off' });
    await panel.until('the page knows', ({ registered }) => !registered.hearsKeys);
    assert.equal(await press('\u001d'), false);
  });

  test('a listener that throws is reported once, and closes no screen of another extension', async (panel) => {
    await panel.command({ type: 'prompt', message: '/listen' });
    const asking = panel.command({ type: 'prompt', message: '/pick' });
    const drawn = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 3);
    const { length } = notices(panel);
    await type(panel, drawn, '??\u001b[B');
    await drawnLike(panel, 'it took the later key', ({ lines }) => lines[2] === '> two');
    assert.deepEqual(notices(panel).slice(length), [
      'extension.ts failed to listen to a key: thrown by a listener',
    ]);
    await type(panel, drawn, '\r');
    await asking;
    assert.equal(notices(panel).at(-1), 'picked "two"');
    await panel.command({ type: 'prompt', message: '/listen off' });
  });

  test('a screen that waits for keys says so after a moment, and one that moves by itself does not', async (panel) => {
    const asking = panel.command({ type: 'prompt', message: '/pick' });
    const { id } = await drawnLike(panel, 'it waits', ({ screen }) => screen.isWaiting);
    const { state, line } = summarizeAgent(panel.view, 0);
    assert.deepEqual([state, line.replace(/ \d+$/, '')], ['needs_you', 'extension.ts: Pick']);
    await panel.postToAgent(`screens/${id}/close`);
    await asking;
    const busy = panel.command({ type: 'prompt', message: '/busy' });
    const drawn = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length > 0);
    await panel.until(
      'it went on',
      ({ drawn: [first] }) => Number(/\d+/.exec(first?.lines[0] ?? '')?.[0]) > 1000,
    );
    assert.equal(panel.view.drawn[0]!.screen.isWaiting, undefined);
    await type(panel, drawn, '\u001b');
    await busy;
  });

  test('closing is like Esc, and also ends a screen that does not leave on Esc', async (panel) => {
    for (const [command, word] of [
      ['/pick', 'picked null'],
      ['/stubborn', 'left null'],
    ] as const) {
      const asking = panel.command({ type: 'prompt', message: command });
      const { id } = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length > 0);
      assert.equal((await panel.postToAgent(`screens/${id}/close`)).status, 204);
      await asking;
      assert.deepEqual([panel.view.drawn, notices(panel).at(-1)], [[], word]);
    }
  });

  test('a screen that throws or never ends is closed with an explanation, and pi keeps running', async (panel) => {
    await panel.command({ type: 'prompt', message: '/throws' });
    assert.deepEqual(panel.view.drawn, []);
    const failed = panel.command({ type: 'prompt', message: '/pick' });
    await type(panel, await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 3), '!');
    await failed;
    for (const words of [/thrown while drawing/, /thrown by a key/])
      assert.ok(
        notices(panel).some((notice) => words.test(notice)),
        String(words),
      );
    const tall = panel.command({ type: 'prompt', message: '/tall' });
    const drawn = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length > 0);
    assert.deepEqual(
      [drawn.lines.length, drawn.lines.at(-1), drawn.screen.omitted],
      [300, 'line 9999', 9700],
    );
    await type(panel, drawn, '\u001b');
    await tall;
    assert.equal(panel.view.exit, null);
  });

  test('a thousand frames a second become at most thirty', async (panel) => {
    const busy = panel.command({ type: 'prompt', message: '/busy' });
    const drawn = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length > 0);
    const [before, since] = [panel.events.length, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 500));
    const frames = panel.events.length - before;
    assert.ok(frames <= (performance.now() - since) / 33 + 5, String(frames));
    await type(panel, drawn, '\u001b');
    await busy;
  });

  test('a game in which everything changes all the time takes less than 50 kB a second', async (panel) => {
    // It takes seconds, and nothing in it depends on the version.
    if (pi.version !== '0.87.1') return;
    const playing = panel.command({ type: 'prompt', message: '/noise' });
    const drawn = await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 24);
    const [from, since] = [panel.events.length, performance.now()];
    await panel.until('it went on for a while', () => panel.events.length > from + 3);
    const bytes = JSON.stringify(panel.events.slice(from)).length;
    // The allowance for a sudden change, and the frame that exceeds it.
    const most = ((performance.now() - since) / 1000) * 50_000 + 24 * 1024 + 48 * 1024;
    assert.ok(bytes < most, `${bytes} bytes`);
    await type(panel, drawn, '\u001b');
    await playing;
  });

  test('an overlay has the place that it asks for', async (panel) => {
    await panel.postToAgent('terminal', { columns: 100, rows: 30 });
    const asking = panel.command({ type: 'prompt', message: '/over' });
    const { lines, kind } = await drawnLike(
      panel,
      'it is placed',
      ({ screen }) => screen.columns === 100 && screen.box?.column === 70,
    );
    assert.deepEqual([kind, lines[0]], ['overlay', '\u001b[31mPick\u001b[0m 30']);
    const [{ id, screen }] = panel.view.drawn as [Drawn];
    assert.deepEqual(screen.box, { row: 0, column: 70, columns: 30, rows: 3 });
    await panel.postToAgent(`screens/${id}/close`);
    await asking;
    assert.equal(notices(panel).at(-1), 'over null');
  });

  test('a tool that waits for a screen is answered by it, and a Stop closes it', async (panel) => {
    panel.model.queue([calls('asking', {}), says('Well.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    await type(panel, await drawnLike(panel, 'it asks', ({ lines }) => lines.length === 3), '\r');
    await panel.settled(3);
    assert.match(JSON.stringify(panel.model.requests.at(-1)), /picked one/);
    panel.model.queue([calls('asking', {}), says('Well.')]);
    await panel.command({ type: 'prompt', message: 'again' });
    await drawnLike(panel, 'it asks', ({ lines }) => lines.length === 3);
    await panel.stop();
    await panel.idle();
    assert.deepEqual(panel.view.drawn, []);
  });

  test('a header, a footer and a widget are drawn until they are removed', async (panel) => {
    await panel.command({ type: 'prompt', message: '/parts' });
    await panel.until(
      'they are drawn',
      ({ drawn }) => drawn.filter(({ lines }) => lines.length > 0).length === 3,
    );
    const byKind = Object.fromEntries(panel.view.drawn.map(({ kind, lines }) => [kind, lines]));
    const width = panel.view.drawn[0]!.screen.columns;
    assert.deepEqual(byKind, {
      header: [`header ${width}`],
      footer: ['footer ', 'null'],
      widgetBelow: [`widget ${width}`],
    });
    await panel.command({ type: 'prompt', message: '/parts off' });
    await panel.until('they are gone', ({ drawn }) => drawn.length === 0);
  });

  test('a footer follows the conversation without asking to be drawn', async (panel) => {
    await panel.command({ type: 'prompt', message: '/counts' });
    await drawnLike(panel, 'it is drawn', ({ lines }) => lines[0] === '0 messages');
    await panel.converse('Hello', 'Hi.');
    await drawnLike(panel, 'it has counted', ({ lines }) => lines[0] === '2 messages');
    await panel.command({ type: 'prompt', message: '/counts off' });
  });

  test('a custom editor takes keys and text, and what it submits goes to the page that typed it', async (panel) => {
    await panel.command({ type: 'prompt', message: '/editor' });
    const editor = await drawnLike(
      panel,
      'it is drawn',
      ({ kind, lines }) => kind === 'editor' && lines.length > 0,
    );
    await panel.command({ type: 'prompt', message: '/prefill go' });
    assert.equal(notices(panel).at(-1), 'text "go"');
    await type(panel, editor, ' on');
    await drawnLike(panel, 'it has the text', ({ lines }) => lines[0] === '> go on');
    // A page that lost the answer asks again: the keys are typed once, and the text is not lost.
    for (const _request of [1, 2]) {
      const response = await panel.fetch(`agents/${panel.agent}/screens/${editor.id}/keys`, {
        method: 'POST',
        json: { data: '\r\u001b' },
        headers: { 'idempotency-key': 'the last key' },
      });
      assert.deepEqual(await response.json(), {
        success: true,
        data: { submitted: ['go on'], isInterrupted: true },
      });
    }
    await drawnLike(panel, 'it is empty', ({ lines }) => lines[0] === '> ');
    await panel.command({ type: 'prompt', message: '/editor off' });
    await panel.until('it is gone', ({ drawn }) => drawn.length === 0);
  });

  test('a custom editor that throws or is not an editor returns its text and its place to the composer', async (panel) => {
    await panel.command({ type: 'prompt', message: '/broken-editor' });
    const editor = await drawnLike(panel, 'it is drawn', ({ lines }) => lines[0] === 'typed');
    await type(panel, editor, '!');
    await panel.until('its text is back', ({ editorText }) => editorText?.text === 'typed!');
    assert.equal(panel.view.drawn.length, 0);
    assert.match(notices(panel).at(-1)!, /cannot draw its editor: thrown by the editor/);
    await panel.command({ type: 'prompt', message: '/broken-editor empty' });
    assert.match(notices(panel).at(-1)!, /cannot draw its editor: /);
    await panel.command({ type: 'prompt', message: '/prefill go' });
    assert.equal(panel.view.editorText?.text, 'go');
    await panel.command({ type: 'prompt', message: '/editor off' });
    assert.equal(panel.view.drawn.length, 0);
    assert.equal(panel.view.exit, null);
  });

  test('changes by an extension to the working indicator are in the view until they are reverted', async (panel) => {
    await panel.command({ type: 'prompt', message: '/working Pondering' });
    await panel.until('they are changed', ({ working }) => working.thinkingLabel === 'Pondering');
    assert.deepEqual(panel.view.working, {
      message: 'Pondering',
      thinkingLabel: 'Pondering',
      frames: ['a', 'b'],
      intervalMs: 120,
    });
    await panel.command({ type: 'prompt', message: '/working' });
    await panel.until('they are the page’s own', ({ working }) => Object.keys(working).length === 0);
  });

  test('everything that an extension registered is listed, and its shortcut runs', async (panel) => {
    const { extensions, tools } = await panel.command<Loaded>({ type: 'panel_loaded' });
    const own = extensions.find(({ path }) => path === panel.extension)!;
    assert.ok(own.commands.includes('pick') && own.tools.includes('asking'));
    assert.deepEqual(own.shortcuts, [{ key: 'ctrl+shift+u', description: 'Counts' }]);
    assert.deepEqual(own.flags, [
      { name: 'loud', description: 'Is loud', type: 'boolean', value: 'false' },
      { name: 'voice', description: 'Has a voice', type: 'string', value: '' },
    ]);
    assert.ok(own.scope && own.source);
    assert.ok(tools.some(({ name, path }) => name === 'asking' && path === panel.extension));
    assert.ok(tools.some(({ name, path }) => name === 'bash' && path === ''));
    await panel.command({ type: 'panel_shortcut', path: own.path, key: 'ctrl+shift+u' });
    await panel.until('it has run', () => notices(panel).includes('counted'));
    assert.deepEqual(panel.view.registered.shortcuts, [
      { path: own.path, name: own.name, key: 'ctrl+shift+u', description: 'Counts' },
    ]);
    assert.ok(panel.view.registered.completes.includes('paint'));
    assert.equal(panel.view.registered.hasProviders, true);
    const complete = (before: string) =>
      panel.command<ExtensionCompletion[]>({ type: 'panel_complete', before, after: ' now' });
    assert.deepEqual(await complete('/paint re'), [
      { label: 'red', description: 'A color', text: '/paint red now', caret: 10 },
    ]);
    assert.deepEqual(
      (await complete('see\n#1')).map(({ text }) => text),
      ['see\n#12 now'],
    );
    assert.deepEqual(await complete('plain'), []);
    const refused = await panel.tryCommand({ type: 'panel_shortcut', path: own.path, key: 'ctrl+q' });
    assert.equal(refused.status, 502);
  });

  test('flags of an extension are set for the next start, kept by further ones, and removed', async (panel) => {
    const values = async (): Promise<string[]> => {
      const { extensions } = await panel.command<Loaded>({ type: 'panel_loaded' });
      return extensions.find(({ path }) => path === panel.extension)!.flags.map(({ value }) => value);
    };
    const restart = async (extensionFlags?: Record<string, unknown>): Promise<string[]> => {
      const { status } = await panel.restart(extensionFlags && { extensionFlags });
      assert.equal(status, 200);
      await panel.until('it is ready', ({ ready, companionProblem }) => ready && companionProblem === null);
      return values();
    };
    assert.deepEqual(await values(), ['false', '']);
    assert.deepEqual(await restart({ loud: true, voice: 'two words' }), ['true', 'two words']);
    assert.deepEqual(await restart(), ['true', 'two words']);
    assert.deepEqual(await restart({ loud: null, voice: 'one' }), ['false', 'one']);
    assert.equal((await panel.restart({ extensionFlags: { '-e': 'x' } })).status, 400);
    assert.deepEqual(await restart({ voice: null }), ['false', '']);
  });

  test('themes of pi, of the user and of an extension are listed, and an extension can choose one of them', async (panel) => {
    const themes = await panel.command<PiTheme[]>({ type: 'panel_themes' });
    const dark = themes.find(({ name }) => name === 'dark')!;
    assert.match(dark.colors.accent!, /^#[\da-f]{6}$/);
    for (const named of ['light', 'dusk'])
      assert.ok(
        themes.some(({ name }) => name === named),
        named,
      );
    await panel.command({ type: 'prompt', message: '/theme light' });
    await panel.until('it is chosen', ({ theme }) => theme === 'light');
    assert.equal(notices(panel).at(-1), 'theme [true,true,true]');
    await panel.command({ type: 'prompt', message: '/theme nowhere' });
    assert.equal(notices(panel).at(-1), 'theme [false,true,false]');
    assert.equal(panel.view.theme, 'light');
  });

  test('extensions find the mode of the TUI, and a new session closes what the old one drew', async (panel) => {
    await panel.command({ type: 'prompt', message: '/mode' });
    const mode = pi.version === '0.73.1' ? 'null' : '"tui"';
    assert.equal(notices(panel).at(-1), `mode [${mode},true]`);
    void panel.command({ type: 'prompt', message: '/pick' });
    await drawnLike(panel, 'it is drawn', ({ lines }) => lines.length === 3);
    await panel.startOver();
    assert.deepEqual(panel.view.drawn, []);
  });
});

test('without the extension of the panel nothing is drawn', async () => {
  const panel = await openLab((await contractPis()).pis.at(-1)!, {
    extension: EXTENSION,
    withoutCompanion: true,
  });
  try {
    await panel.command({ type: 'prompt', message: '/pick' });
    assert.deepEqual([panel.view.drawn, notices(panel)], [[], ['picked null']]);
  } finally {
    await panel.close();
  }
});

test('when the classes of pi differ, one notice says so, and pi goes on', async () => {
  const panel = await openLab((await contractPis()).pis.at(-1)!, {
    extension: `import * as tui from '@earendil-works/pi-tui';
    export default function (pi) {
      pi.registerCommand('differ', {
        description: 'Makes a class of pi look like that of another version',
        handler: async () => void ((tui.TUI ?? tui.TuiMainScreen).prototype.compositeOverlays = undefined),
      });
    }`,
  });
  try {
    await panel.command({ type: 'prompt', message: '/differ' });
    await panel.command({ type: 'panel_reload' });
    await panel.until('the notice is there', ({ notices: all }) => all.length > 0);
    assert.deepEqual(notices(panel), [
      'What extensions draw is not shown: this pi has no TUI.compositeOverlays that the panel knows.',
    ]);
    await panel.converse('Hello', 'Hi.');
  } finally {
    await panel.close();
  }
});
