// Extensions change the conversation and its session, and the page follows as pi's TUI does.
import assert from 'node:assert/strict';
import type { Resources } from '../../shared/resources.ts';
import type { DrawnRow, RowToDraw } from '../../shared/view/renders.ts';
import { picturesIn } from '../../shared/view/pictures.ts';
import { calls, ONE_PIXEL_PNG, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

const EXTENSION = `
import { copyToClipboard } from '@earendil-works/pi-coding-agent';
import { Image } from '@earendil-works/pi-tui';
export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: name, handler });
  const firstPrompt = (ctx) => ctx.sessionManager.getEntries().find(({ type, message }) => type === 'message' && message.role === 'user');
  command('fork-first', async (_args, ctx) => void (await ctx.fork(firstPrompt(ctx).id)));
  command('go-first', async (_args, ctx) => void (await ctx.navigateTree(firstPrompt(ctx).id)));
  command('say', async (text) => void pi.sendUserMessage([{ type: 'text', text }]));
  command('note', async (text) => void pi.sendMessage({ customType: 'note', content: text, display: true }));
  command('hide-working', async (args, ctx) => ctx.ui.setWorkingVisible?.(args === 'off' ? true : false));
  command('copy', async (text) => void process.stdout.write('\\u001b]52;c;' + Buffer.from(text).toString('base64') + '\\u0007'));
  command('copy-all', async (text, ctx) => {
    try { await copyToClipboard(text); ctx.ui.notify('copied'); } catch (error) { ctx.ui.notify('not copied: ' + error.message); }
  });
  command('hud', async (_args, ctx) => void ctx.ui.custom(
    () => ({ render: () => ['HUD'], invalidate() {} }), { overlay: true, overlayOptions: { width: 10, nonCapturing: true } }));
  command('keep', async (_args, ctx) => { globalThis.keptSession = ctx.sessionManager.getSessionFile(); });
  command('go-back', async (_args, ctx) => void (await ctx.switchSession(globalThis.keptSession)));
  pi.registerTool({
    name: 'ask_screen', label: 'Ask', description: 'asks on a screen', parameters: { type: 'object', properties: {} },
    execute: async (_id, _args, signal, _update, ctx) => {
      const answer = await ctx.ui.custom((_tui, _theme, _keys, done) => {
        signal?.addEventListener('abort', () => done(undefined), { once: true });
        return { render: () => ['Enter answers'], handleInput: (data) => data === '\\r' && done('yes'), invalidate() {} };
      }, { overlay: true });
      return { content: [{ type: 'text', text: String(answer) }], details: {} };
    },
  });
  pi.registerMessageRenderer('chart', () => new Image('${ONE_PIXEL_PNG}', 'image/png', { fallbackColor: String }, { maxWidthCells: 10 }));
  command('chart', async () => void pi.sendMessage({ customType: 'chart', content: 'x', display: true }));
  pi.registerShortcut('ctrl+shift+u', { description: 'Counts', handler: () => {} });
}`;

const texts = (panel: Lab): string[] =>
  panel.view.entries.flatMap(({ message }) => {
    const { role, content } = message as { role: string; content?: unknown };
    const text = Array.isArray(content)
      ? (content as { text?: string }[]).map((one) => one.text ?? '').join('')
      : content;
    return role === 'user' || role === 'assistant' || role === 'custom' ? [`${role}: ${String(text)}`] : [];
  });
const run = (panel: Lab, message: string) => panel.command({ type: 'prompt', message });

async function converse(panel: Lab, prompt: string): Promise<void> {
  panel.model.queue([says(`answer to ${prompt}`)]);
  await run(panel, prompt);
  await panel.until(
    'it is answered',
    (view) => view.run === null && texts(panel).at(-1) === `assistant: answer to ${prompt}`,
  );
}

onEveryPi({ extension: EXTENSION, versions: ['0.79.9', '0.87.1'] }, ({ test }) => {
  test('a message that an extension sends is shown with its text, not with that of the command', async (panel) => {
    panel.model.queue([says('Fine.')]);
    await run(panel, '/say how are you');
    await panel.until(
      'it is answered',
      (view) => view.run === null && texts(panel).at(-1) === 'assistant: Fine.',
    );
    assert.deepEqual(texts(panel), ['user: how are you', 'assistant: Fine.']);
  });

  test('a fork by an extension fills the composer with the message before which it forks', async (panel) => {
    await converse(panel, 'one');
    await converse(panel, 'two');
    const before = panel.view.session?.id;
    await run(panel, '/fork-first');
    const view = await panel.until('the composer is filled', ({ editorText }) => editorText?.text === 'one');
    // A text that came before its session would be in the draft of the old one.
    assert.notEqual(view.session?.id, before);
    assert.equal(view.entries.length, 0);
  });

  test('an extension that goes to another point in the session shows that point, and its message to be edited', async (panel) => {
    await converse(panel, 'first');
    await converse(panel, 'second');
    await run(panel, '/go-first');
    await panel.until('the composer is filled', ({ editorText }) => editorText?.text === 'first');
    await panel.until('the conversation is empty', () => texts(panel).length === 0);
  });

  test('an extension that switches to another session shows it', async (panel) => {
    await converse(panel, 'kept');
    await run(panel, '/keep');
    await panel.command({ type: 'new_session' });
    await panel.until('another session is shown', () => texts(panel).length === 0);
    await run(panel, '/go-back');
    await panel.until('the first one is back', () => texts(panel).includes('user: kept'));
  });

  test('the working indicator is hidden and shown again', async (panel) => {
    await run(panel, '/hide-working');
    await panel.until('it is hidden', ({ working }) => working.isHidden === true);
    await run(panel, '/hide-working off');
    await panel.until('it is shown', ({ working }) => working.isHidden === undefined);
  });

  test('a text that an extension copies reaches the page', async (panel) => {
    const copied = (): string[] =>
      panel.events.flatMap((event) => (event.type === 'panel_clipboard' ? [event.text] : []));
    await run(panel, '/copy für dich');
    await run(panel, '/copy-all all of it');
    await panel.until('both are there', () => copied().length === 2);
    assert.deepEqual(copied(), ['für dich', 'all of it']);
  });

  test('a Stop warns about no screen that its extension closes itself', async (panel) => {
    panel.model.queue([calls('ask_screen', {})]);
    await run(panel, 'ask');
    await panel.until('it asks', ({ drawn }) => drawn.some(({ lines }) => lines.length > 0));
    await panel.stop();
    await panel.idle();
    await panel.until('it is closed', ({ drawn }) => drawn.length === 0);
    assert.ok(!panel.view.notices.some(({ message }) => /closed/.test(message)));
  });

  test('a picture that an extension draws leaves its line, and the page can fetch it', async (panel) => {
    await run(panel, '/chart');
    await panel.until('it is a row', () => texts(panel).includes('custom: x'));
    const { message } = panel.view.entries.find((one) => one.message.role === 'custom')!;
    const row: RowToDraw = { kind: 'message', customType: 'chart', at: message.timestamp, isExpanded: false };
    const drawn = await panel.command<DrawnRow[]>({ type: 'panel_draw', columns: 60, rows: [row] });
    const [first] = drawn;
    const [picture] = first && 'lines' in first ? picturesIn(first.lines[0] ?? '') : [];
    assert.equal(picture?.columns, 10);
    const image = await panel.fetch(`agents/${panel.agent}/images/${picture.ref}`);
    assert.equal(Buffer.from(await image.arrayBuffer()).toString('base64'), ONE_PIXEL_PNG);
  });

  test('an overlay that leaves the keyboard alone says so', async (panel) => {
    await run(panel, '/hud');
    await panel.until('it is drawn', ({ drawn }) => drawn.some(({ screen }) => screen.isPassive));
  });
});

onEveryPi(
  {
    files: {
      'tools/package.json': JSON.stringify({ name: 'broken-tools', pi: { extensions: ['./index.ts'] } }),
      'tools/index.ts': `import 'a-module-that-nobody-installed';\nexport default function () {}\n`,
    },
    settings: { packages: ['../project/tools'] },
    versions: ['0.79.9', '0.87.1'],
  },
  ({ test }) => {
    test(
      'a package that lacks a module is named, and can be switched off',
      { inNewSession: false },
      async (panel) => {
        assert.match(
          panel.view.exit?.reason ?? '',
          /the extension \S+tools\/index\.ts needs the module a-module-that-nobody-installed, which is not installed\.$/,
        );
        const file = /the extension (\S+) needs/.exec(panel.view.exit!.reason)![1];
        const listed = await panel.fetch(`agents/${panel.agent}/setup/resources`);
        const { resources } = (await listed.json()) as Resources;
        const broken = resources.find(({ path }) => path === file);
        assert.deepEqual([broken?.kind, broken?.package], ['extensions', '../project/tools']);
        const body = { kind: 'extensions', path: file, isEnabled: false };
        assert.equal((await panel.postToAgent('setup/resources/switch', body)).status, 200);
        assert.equal((await panel.restart()).status, 200);
        await panel.until('pi has started', ({ exit, ready }) => exit === null && ready);
      },
    );
  },
);
