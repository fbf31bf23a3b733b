import '../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeEditor } from '../monaco/fixtures/editor.ts';
import { monaco } from '../monaco/monaco-setup.ts';
import { SideBySide, type SideBySideOptions } from './side-by-side.ts';

type Change = Pick<
  monaco.editor.ILineChange,
  'originalStartLineNumber' | 'originalEndLineNumber' | 'modifiedStartLineNumber' | 'modifiedEndLineNumber'
>;

const CHANGE: Change = {
  ...{ originalStartLineNumber: 2, originalEndLineNumber: 2 },
  ...{ modifiedStartLineNumber: 2, modifiedEndLineNumber: 2 },
};

/** Opens two texts in an element of this width. `found` tells the editor which lines differ. */
async function open(t: TestContext, given: Partial<SideBySideOptions> = {}, width = 800) {
  const [before, after] = [fakeEditor(), fakeEditor()];
  const whole = fakeEditor();
  const marks = [before, after].map(({ editor }) => {
    const set: string[] = [];
    Object.assign(editor, {
      createDecorationsCollection: () => ({
        set: (all: monaco.editor.IModelDeltaDecoration[]) =>
          set.splice(0, Infinity, ...all.map(({ range }) => monaco.Range.lift(range).toString())),
      }),
    });
    return set;
  });
  let changes: Change[] | null = null;
  let hasFocus = false;
  const host = { clientWidth: width, classList: { add: () => undefined } };
  const did: string[] = [];
  const create = (_host: unknown, options: object): unknown => {
    Object.assign(whole.options, options);
    return {
      ...whole.editor,
      getOriginalEditor: () => before.editor,
      getModifiedEditor: () => after.editor,
      setModel: ({ original, modified }: monaco.editor.IDiffEditorModel) =>
        Object.assign(before.state, { model: original }) && Object.assign(after.state, { model: modified }),
      getLineChanges: () => changes,
      hasTextFocus: () => hasFocus,
      revealFirstDiff: () => after.did.push('reveal first'),
      onDidUpdateDiff: whole.listenTo('onDidUpdateDiff'),
      dispose: () => did.push('dispose'),
    };
  };
  t.mock.method(monaco.editor, 'createDiffEditor', create);
  const sides = await SideBySide.open(host as unknown as HTMLElement, {
    ...{ path: 'a.txt', isWhole: false, before: 'one\ntwo\n', after: 'one\ntwo more\n', scheme: 'light' },
    onheight: () => undefined,
    ...given,
  });
  t.after(() => sides.dispose());
  const found = (next: Change[]): void => {
    changes = next;
    whole.fire('onDidUpdateDiff');
  };
  const resize = (next: number): void => {
    host.clientWidth = next;
    after.fire('onDidLayoutChange');
  };
  const setFocus = (next: boolean): void => void (hasFocus = next);
  return { sides, before, after, options: whole.options, marks, did, found, resize, setFocus };
}

test('both texts are shown, and neither can be edited', async (t) => {
  const { before, after, options } = await open(t);
  assert.deepEqual(
    [before, after].map(({ state }) => state.model?.getValue()),
    ['one\ntwo\n', 'one\ntwo more\n'],
  );
  assert.deepEqual(
    [options.originalEditable, options.readOnly, options.ignoreTrimWhitespace],
    [false, true, false],
  );
  assert.equal(after.actions.size, 0);
});

test('of other texts only the one that has changed is replaced', async (t) => {
  const { sides, before, after } = await open(t);
  const texts = (): unknown[] => [before, after].map(({ state }) => state.model?.getValue());
  after.state.model!.setValue('edited');
  sides.setTexts('one\ntwo\n', 'one\ntwo more\n');
  assert.deepEqual(texts(), ['one\ntwo\n', 'edited'], 'the same texts again');
  sides.setTexts('ONE', 'one\ntwo more\n');
  assert.deepEqual(texts(), ['ONE', 'edited']);
  sides.setTexts('ONE', 'new');
  assert.deepEqual(texts(), ['ONE', 'new']);
  after.state.model!.setValue('edited');
  before.state.model!.setValue('kept');
  sides.setTexts('ONE', 'new');
  assert.deepEqual(texts(), ['kept', 'edited'], 'the texts that it was given last');
});

test('the first change comes into sight once it is known, the one asked for instead, and none while the user types', async (t) => {
  const { after, found } = await open(t);
  assert.deepEqual(after.did, []);
  found([CHANGE]);
  found([CHANGE]);
  assert.deepEqual(after.did, ['reveal first'], 'later differences move nothing');
  const asked = await open(t);
  asked.sides.reveal(7, 6);
  assert.deepEqual(asked.after.did, [], 'Monaco would move the cursor later');
  asked.found([CHANGE]);
  assert.deepEqual(asked.after.did.splice(0), ['reveal 7-7']);
  asked.sides.reveal(3, 5);
  assert.deepEqual(asked.after.did.splice(0), ['reveal 3-5']);
  asked.setFocus(true);
  asked.sides.reveal(9, 9);
  assert.deepEqual(asked.after.did, []);
});

test('the changed words of both sides are marked, and no longer after the next comparison', async (t) => {
  const given = { before: 'one\nlet value = 1;\n', after: 'one\nlet other = 1;\n' };
  const { found, marks } = await open(t, given);
  found([CHANGE]);
  assert.deepEqual(marks, [['[2,5 -> 2,10]'], ['[2,5 -> 2,10]']]);
  found([]);
  assert.deepEqual(marks, [[], []]);
});

test('the lines keep the numbers and the sides the names that they have elsewhere', async (t) => {
  const headings = { before: 'Ours', after: 'Theirs' };
  const { sides, before, after } = await open(t, { headings, numbers: { before: [7, null], after: [8] } });
  const numberOf = ({ options }: typeof before, line: number): unknown =>
    (options.lineNumbers as (line: number) => string)(line);
  assert.deepEqual(
    [1, 2, 3].map((line) => numberOf(before, line)),
    ['7', '', ''],
  );
  assert.equal(numberOf(after, 1), '8');
  assert.deepEqual(
    [before, after].map(({ options }) => options.ariaLabel),
    ['a.txt, Ours', 'a.txt, Theirs'],
  );
  sides.show({ path: 'b.txt', isWhole: true });
  assert.deepEqual(
    [before, after].map(({ options }) => [options.ariaLabel, options.lineNumbers]),
    [
      ['b.txt before', 'on'],
      ['b.txt after', 'on'],
    ],
  );
});

test('a change has two columns from 600 px on, a whole file, whose other lines are shown too, from 960 px on', async (t) => {
  const { sides, before, options, resize } = await open(t, {}, 800);
  const looks = (): unknown[] => [
    options.renderSideBySideInlineBreakpoint,
    (options.hideUnchangedRegions as { enabled: boolean }).enabled,
    before.options.wordWrapOverride2,
    before.options.glyphMargin,
  ];
  assert.deepEqual(looks(), [600, true, 'inherit', false]);
  sides.show({ path: 'a.txt', isWhole: true });
  assert.deepEqual(looks(), [960, false, 'off', false]);
  resize(961);
  assert.deepEqual(looks(), [960, false, 'inherit', false]);
  sides.show({ path: 'a.txt', isWhole: false });
  resize(600);
  assert.deepEqual(looks(), [600, true, 'off', false]);
});

test('the height of the text is reported, and at the end both models are disposed', async (t) => {
  const heights: number[] = [];
  const { sides, before, after, did } = await open(t, { onheight: (height) => heights.push(height) });
  after.fire('onDidContentSizeChange', { contentHeight: 57 });
  assert.deepEqual(heights, [57]);
  sides.dispose();
  const models = [before, after].map(({ state }) => state.model!);
  assert.deepEqual([did, models.map((model) => model.isDisposed())], [['dispose'], [true, true]]);
});

test('what cannot be opened leaves no models behind', async (t) => {
  const count = monaco.editor.getModels().length;
  t.mock.method(monaco.editor, 'colorize', () => Promise.reject(new Error('no grammar')));
  await assert.rejects(open(t), { message: 'no grammar' });
  assert.equal(monaco.editor.getModels().length, count);
});
