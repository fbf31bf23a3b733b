import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlIn, parseNotebook, type Output } from './notebook.ts';

const withOutputs = (...outputs: unknown[]): readonly Output[] =>
  parseNotebook(JSON.stringify({ cells: [{ cell_type: 'code', source: 'x', outputs }] }))!.cells[0]!.outputs;

const display = (data: unknown): unknown => ({ output_type: 'display_data', data, metadata: {} });

test('cells have their text, their kind and their run, and the notebook its language', () => {
  const notebook = parseNotebook(
    JSON.stringify({
      nbformat: 4,
      metadata: { language_info: { name: 'julia' } },
      cells: [
        { cell_type: 'markdown', source: ['# Title\n', 'text'] },
        { cell_type: 'code', source: 'f(1)', execution_count: 7, outputs: [] },
        { cell_type: 'raw', source: 'raw' },
      ],
    }),
  )!;
  assert.equal(notebook.language, 'julia');
  assert.deepEqual(
    notebook.cells.map(({ kind, source, run }) => [kind, source, run]),
    [
      ['markdown', '# Title\ntext', null],
      ['code', 'f(1)', 7],
      ['raw', 'raw', null],
    ],
  );
});

test('the parts of a stream are one text, in which a progress bar has only its last state', () => {
  const stream = (name: string, text: unknown) => ({ output_type: 'stream', name, text });
  assert.deepEqual(
    withOutputs(stream('stdout', ['one\n', '10%\r']), stream('stdout', '20%\r\ntwo'), stream('stderr', 'oh')),
    [
      { kind: 'text', text: 'one\n20%\ntwo' },
      { kind: 'error', text: 'oh' },
    ],
  );
});

test('an error keeps the colors of its traceback, and without one it has its name', () => {
  assert.deepEqual(
    withOutputs({ output_type: 'error', ename: 'E', evalue: 'v', traceback: ['\u001b[31mE\u001b[0m', 'v'] }),
    [{ kind: 'error', text: '\u001b[31mE\u001b[0m\nv' }],
  );
  assert.deepEqual(withOutputs({ output_type: 'error', ename: 'E', evalue: 'v' }), [
    { kind: 'error', text: 'E: v' },
  ]);
});

test('of several forms, the richest one is shown, and HTML only where there is no picture', () => {
  assert.deepEqual(withOutputs(display({ 'text/plain': '<Figure>', 'image/png': 'aGk=\n' })), [
    { kind: 'image', src: 'data:image/png;base64,aGk=' },
  ]);
  assert.deepEqual(withOutputs(display({ 'text/html': '<b>1</b>', 'text/plain': '1' })), [
    { kind: 'html', html: '<b>1</b>' },
  ]);
  assert.deepEqual(withOutputs(display({ 'text/html': '<b>1</b>' })), [{ kind: 'html', html: '<b>1</b>' }]);
  const long = `<b>${'1'.repeat(20_000_000)}</b>`;
  assert.deepEqual(withOutputs(display({ 'text/html': long, 'text/plain': '1' })), [
    { kind: 'text', text: '1' },
  ]);
  assert.deepEqual(withOutputs(display({ 'text/latex': '$x$', 'text/plain': 'x' })), [
    { kind: 'markdown', text: '$x$' },
  ]);
  assert.deepEqual(withOutputs(display({ 'image/svg+xml': '<svg/>' })), [
    { kind: 'image', src: 'data:image/svg+xml,%3Csvg%2F%3E' },
  ]);
});

test('an unknown form is shown as JSON, and nothing where there is none', () => {
  assert.deepEqual(withOutputs(display({ 'application/x': { a: 1 } }), display({}), display(null), 'odd'), [
    { kind: 'text', text: 'application/x\n{\n  "a": 1\n}' },
  ]);
});

test('HTML is told apart from what else is in a notebook, and its scripts too', () => {
  const of = (...html: string[]) =>
    htmlIn({
      language: '',
      cells: [
        { key: '', kind: 'code', source: '', run: null, outputs: [{ kind: 'text', text: '<script>' }] },
        {
          key: '',
          kind: 'code',
          source: '',
          run: null,
          outputs: html.map((one) => ({ kind: 'html', html: one })),
        },
      ],
    });
  assert.deepEqual(of(), { hasHtml: false, hasScripts: false });
  assert.deepEqual(of('<b>1</b>', '<scripture>'), { hasHtml: true, hasScripts: false });
  assert.deepEqual(of('<b>1</b>', '<SCRIPT\nsrc=x>'), { hasHtml: true, hasScripts: true });
});

test('other JSON is not a notebook', () => {
  assert.equal(parseNotebook('{}'), null);
  assert.equal(parseNotebook('[1]'), null);
  assert.throws(() => parseNotebook('{'), SyntaxError);
});
