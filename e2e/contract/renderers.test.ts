// Rows of the conversation that extensions draw: messages, session entries and tool calls, also after a restart.
import assert from 'node:assert/strict';
import { calls, says } from '../panel/scripted.ts';
import type { DrawnRow, RowToDraw } from '../../shared/view/renders.ts';
import { compareVersions } from '../../scripts/pi-versions.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

const EXTENSION = `
const lines = (...all) => ({ render: (width) => all.map((line) => line + ' ' + width), invalidate() {} });
export default function (pi) {
  const gate = Promise.withResolvers();
  pi.registerCommand('go', { description: 'go', handler: async () => gate.resolve() });
  pi.registerMessageRenderer('note', (message, { expanded }, theme) => lines(theme.fg('success', message.content), ...(expanded ? [message.details.more] : [])));
  pi.registerMessageRenderer('broken', () => { throw new Error('thrown by a renderer'); });
  pi.registerMessageRenderer('tall', () => lines(...Array.from({ length: 10_000 }, (_, n) => 'line ' + n)));
  pi.registerEntryRenderer?.('card', (entry, { expanded }) => lines('card ' + entry.data.word + (expanded ? ' open' : '')));
  const send = (customType) => pi.registerCommand(customType, {
    description: customType,
    handler: async () => pi.sendMessage({ customType, content: 'noted', display: true, details: { more: 'and more' } }),
  });
  for (const type of ['note', 'broken', 'tall']) send(type);
  // As an hour ago: a message that waits for the next prompt.
  pi.registerCommand('later', { description: 'later', handler: async () => {
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    pi.sendMessage({ customType: 'note', content: 'waited', display: true, details: { more: 'and more' } }, { deliverAs: 'nextTurn' });
    Date.now = now;
  } });
  pi.registerCommand('card', { description: 'card', handler: async (args) => { pi.appendEntry('card', { word: args }); pi.appendEntry('state', { n: 1 }); } });
  const parameters = { type: 'object', properties: { what: { type: 'string' } } };
  const result = (text) => ({ content: [{ type: 'text', text }], details: { text } });
  pi.registerTool({
    name: 'painted', label: 'Painted', description: 'paints', parameters,
    execute: async (_id, { what }, _signal, onUpdate) => { onUpdate(result('half of ' + what)); await gate.promise; return result('all of ' + what); },
    renderCall: (args, theme) => lines(theme.fg('toolTitle', theme.bold('paint ' + args.what))),
    renderResult: (result, { expanded, isPartial }) => lines((isPartial ? 'partial ' : 'done ') + result.details.text, ...(expanded ? ['expanded'] : [])),
  });
  pi.registerTool({ name: 'plain', label: 'Plain', description: 'plain', parameters, execute: async () => result('plain') });
}`;

const VERSIONS = ['0.73.1', '0.79.9', '0.84.4', '0.87.1'];

async function draw(panel: Lab, ...rows: RowToDraw[]): Promise<DrawnRow[]> {
  return panel.command<DrawnRow[]>({ type: 'panel_draw', columns: 40, rows });
}

const linesOf = (drawn: DrawnRow | undefined): string[] | null =>
  drawn && 'lines' in drawn ? drawn.lines : null;

onEveryPi({ extension: EXTENSION, versions: VERSIONS }, ({ pi, test }) => {
  const drawsEntries = compareVersions(pi.version, '0.84.0') >= 0;

  test('a message is drawn by its extension, folded and expanded, and its colors are those of the page', async (panel) => {
    assert.deepEqual(panel.view.renders, {
      tools: ['painted'],
      messages: ['note', 'broken', 'tall'],
      entries: drawsEntries ? ['card'] : [],
      anyTool: false,
    });
    await panel.command({ type: 'prompt', message: '/note' });
    const { entries } = await panel.until('it is there', (view) => view.entries.length === 1);
    const row = { kind: 'message', customType: 'note', at: entries[0]!.message.timestamp } as const;
    const [folded, expanded] = await draw(panel, { ...row, isExpanded: false }, { ...row, isExpanded: true });
    const words = '\u001b[38;2;181;189;104mnoted\u001b[39m 40';
    assert.deepEqual([linesOf(folded), linesOf(expanded)], [[words], [words, 'and more 40']]);
  });

  test('a message that waited for the next prompt is drawn too', async (panel) => {
    await panel.command({ type: 'prompt', message: '/later' });
    panel.model.queue([says('Done.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    const { entries } = await panel.until('it is there', (view) =>
      view.entries.some(({ message }) => message.role === 'assistant'),
    );
    const message = entries.map((entry) => entry.message).find(({ role }) => role === 'custom');
    const at = message!.timestamp;
    const drawn = await draw(panel, { kind: 'message', customType: 'note', at, isExpanded: false });
    assert.match(linesOf(drawn[0])?.join() ?? 'not drawn', /waited/);
  });

  test('a renderer that throws shows an error, one without end is cut, and others are unaffected', async (panel) => {
    for (const type of ['broken', 'tall', 'note'])
      await panel.command({ type: 'prompt', message: `/${type}` });
    const { entries } = await panel.until('they are there', (view) => view.entries.length === 3);
    const at = (n: number): number => entries[n]!.message.timestamp;
    const [broken, tall, note, unknown] = await draw(
      panel,
      ...['broken', 'tall', 'note'].map(
        (customType, n) => ({ kind: 'message', customType, at: at(n), isExpanded: false }) as const,
      ),
      { kind: 'message', customType: 'unknown', at: at(0), isExpanded: false },
    );
    assert.deepEqual(broken, { error: 'thrown by a renderer' });
    assert.ok(tall && 'lines' in tall);
    assert.deepEqual([tall.lines.length, tall.omitted], [300, 9700]);
    assert.equal(linesOf(note)?.length, 1);
    assert.equal(unknown, null);
  });

  test('a tool call is drawn by its extension while it runs, afterwards, and after a restart of pi', async (panel) => {
    panel.model.queue([calls('painted', { what: 'walls' }), calls('plain', {}), says('Done.')]);
    await panel.command({ type: 'prompt', message: 'paint' });
    const running = await panel.until(
      'it runs',
      ({ toolRuns: runs }) => Object.values(runs)[0]?.output.bytes,
    );
    const [call] = Object.keys(running.toolRuns) as [string];
    const half = await draw(panel, { kind: 'tool', call, isExpanded: false });
    assert.equal(linesOf(half[0])?.at(-1), 'partial half of walls 40');
    await panel.command({ type: 'prompt', message: '/go' });
    const { toolRuns } = await panel.settled(4);
    const ids = Object.values(toolRuns).map(({ id }) => id);
    const rows = ids.map((call) => ({ kind: 'tool', call, isExpanded: true }) as const);
    const expected = [
      [
        '\u001b[38;2;217;217;217m\u001b[1mpaint walls\u001b[22m\u001b[39m 40',
        'done all of walls 40',
        'expanded 40',
      ],
      null,
    ];
    assert.deepEqual((await draw(panel, ...rows)).map(linesOf), expected);
    await panel.restart();
    await panel.until('pi is ready', (view) => view.ready && view.renders.tools.length > 0);
    assert.deepEqual((await draw(panel, ...rows)).map(linesOf), expected);
  });

  test('an entry that its extension draws is a row, also after a restart; the state of extensions is not a row', async (panel) => {
    if (!drawsEntries) return;
    await panel.converse('hello', 'Hi.');
    await panel.command({ type: 'prompt', message: '/card first' });
    const { entries } = await panel.until('it is a row', (view) => view.entries.length === 3);
    const { id, message } = entries.at(-1)!;
    assert.equal(message.role, 'customEntry');
    assert.deepEqual((await draw(panel, { kind: 'entry', id: id!, isExpanded: true })).map(linesOf), [
      ['card first open 40'],
    ]);
    await panel.restart();
    const again = await panel.until('the row is back', (view) => view.ready && view.entries.length === 3);
    assert.deepEqual([again.entries.at(-1)!.id, again.entries.at(-1)!.message], [id, message]);
    assert.deepEqual((await draw(panel, { kind: 'entry', id: id!, isExpanded: false })).map(linesOf), [
      ['card first 40'],
    ]);
    await panel.converse('and', 'Yes.');
    assert.equal(panel.view.entries.length, 5);
  });
});

const RESOLVER = `
export default function (pi) {
  const lines = (...all) => ({ render: (width) => all.map((line) => line + ' ' + width), invalidate() {} });
  pi.registerToolRenderer?.((name, next) => name === 'read'
    ? { renderCall: (args) => lines('look at ' + args.path), renderResult: (_result, { expanded }) => lines(expanded ? 'seen, all' : 'seen') }
    : next());
}`;

onEveryPi({ extension: RESOLVER, versions: ['0.87.1'] }, ({ pi, test }) => {
  // Added in pi 1.0.1.
  const hasIt = compareVersions(pi.version, '1.0.1') >= 0;

  test('a tool of pi is drawn by an extension that chooses the renderers of tools', async (panel) => {
    panel.model.queue([calls('read', { path: 'a.txt' }), says('Read.')]);
    await panel.command({ type: 'prompt', message: 'go' });
    await panel.settled(3);
    assert.equal(panel.view.renders.anyTool, hasIt);
    const row = { kind: 'tool', call: Object.keys(panel.view.toolRuns)[0]! } as const;
    const drawn = await draw(panel, { ...row, isExpanded: false }, { ...row, isExpanded: true });
    const expected = hasIt
      ? [
          ['look at a.txt 40', 'seen 40'],
          ['look at a.txt 40', 'seen, all 40'],
        ]
      : [null, null];
    assert.deepEqual(drawn.map(linesOf), expected);
  });
});
