import { inLine, oneServer } from './fixtures/one-server.ts';
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import { offerCalls, shownCalls } from './calls.ts';

const PREPARE = 'textDocument/prepareCallHierarchy';
const ITEM = { uri: 'file:///w/lib.ts', selectionRange: inLine(9, 13) };

/** Chooses an item of the editor's menu. `shown`: where Monaco was asked to show something. */
async function choose(at: 0 | 1, answers: Record<string, unknown>, position: monaco.IPosition | null) {
  const actions: monaco.editor.IActionDescriptor[] = [];
  const add = mock.method(monaco.editor, 'addEditorAction', (action: (typeof actions)[number]) => {
    actions.push(action);
    return { dispose: () => undefined };
  });
  const server = oneServer('area()', answers);
  offerCalls(server.access);
  add.mock.restore();
  const triggered: string[] = [];
  const editor = {
    getModel: () => server.model,
    getPosition: () => position,
    trigger: (_source: string, id: string) => triggered.push(id),
  } as unknown as monaco.editor.ICodeEditor;
  await actions[at]!.run(editor);
  const places = shownCalls(server.access, server.model);
  return { ...server, triggered, places, labels: actions.map(({ label }) => label) };
}

const AT = { lineNumber: 1, column: 2 };

test('callers are shown where they call', async () => {
  const calls = [{ from: ITEM, fromRanges: [inLine(20, 24)] }];
  const { places, triggered, labels, asked } = await choose(
    0,
    { [PREPARE]: [ITEM], 'callHierarchy/incomingCalls': calls },
    AT,
  );
  assert.deepEqual(labels, ['Show Callers', 'Show Called Functions']);
  assert.deepEqual(asked[0]!.params['position'], { line: 0, character: 1 });
  assert.deepEqual(asked[1]!.params, { item: ITEM });
  assert.deepEqual(triggered, ['editor.action.referenceSearch.trigger']);
  assert.deepEqual(
    places?.map(({ range }) => range.startColumn),
    [21],
  );
});

test('called functions are shown where they are', async () => {
  const calls = [{ to: ITEM, fromRanges: [inLine(1, 5), inLine(20, 24)] }];
  const { places } = await choose(1, { [PREPARE]: [ITEM], 'callHierarchy/outgoingCalls': calls }, AT);
  assert.deepEqual(
    places?.map(({ uri, range }) => [uri.path, range.startColumn]),
    [['/lib.ts', 10]],
  );
});

test('what is no function, is called by nothing, or only from elsewhere, has no calls', async () => {
  const outside = [{ from: { ...ITEM, uri: 'file:///usr/a.ts' }, fromRanges: [inLine(1, 5)] }];
  for (const answers of [
    { [PREPARE]: null },
    { [PREPARE]: [ITEM], 'callHierarchy/incomingCalls': null },
    { [PREPARE]: [ITEM], 'callHierarchy/incomingCalls': outside },
  ]) {
    const { said, triggered } = await choose(0, answers, AT);
    assert.deepEqual([said, triggered], [['info: No calls were found.'], []]);
  }
});

test('the user sees which server does not answer, also if it only knows callers', async () => {
  const error = new Error('method not found');
  for (const answers of [{ [PREPARE]: error }, { [PREPARE]: [ITEM], 'callHierarchy/outgoingCalls': error }]) {
    const { said, triggered } = await choose(1, answers, AT);
    assert.deepEqual([said, triggered], [["error: ts couldn't do that: method not found"], []]);
  }
});

test('an editor without a cursor asks nothing', async () => {
  const { asked, said } = await choose(0, {}, null);
  assert.deepEqual([asked, said], [[], []]);
});

test('references that are asked for later, or in another file, are no calls', async () => {
  const calls = [{ to: ITEM, fromRanges: [] }];
  const { access, model } = await choose(1, { [PREPARE]: [ITEM], 'callHierarchy/outgoingCalls': calls }, AT);
  const other = oneServer('other()');
  assert.equal(shownCalls(access, other.model), null);
  await Promise.resolve();
  assert.equal(shownCalls(access, model), null);
});
