import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyView } from '../../../shared/view/view.ts';
import { beginAgain, namedFile, splitSessionOptions } from './session-options.ts';

test('options that choose or name a session are separated together with their values', () => {
  const options = [
    '--model',
    'a/b',
    '--session',
    '-odd',
    '-c',
    '--thinking',
    'off',
    '-n',
    'a name',
    '--no-session',
  ];
  assert.deepEqual(splitSessionOptions(options), {
    session: ['--session', '-odd', '-c', '-n', 'a name'],
    lasting: ['--model', 'a/b', '--thinking', 'off', '--no-session'],
  });
  assert.deepEqual(splitSessionOptions(['--fork']), { session: ['--fork'], lasting: [] });
});

test('a session that is named by its file is found, the last one as in pi, and one named by its id is not', () => {
  assert.deepEqual(namedFile(['--name', 'a', '--session', 'b.jsonl', '-c']), {
    file: 'b.jsonl',
    others: ['--name', 'a', '-c'],
  });
  assert.equal(namedFile(['--session', './a', '--session', 'b/c'])?.file, 'b/c');
  for (const options of [['--session', 'f0f0f0f0'], ['--session'], ['-c'], []])
    assert.equal(namedFile(options), null);
});

test('a session that was not written begins again with its id and name, unless another option chooses the session', () => {
  const view = { ...emptyView('/w', '1.6.0'), ready: true, session: { id: 's1', name: 'Named' } };
  const begun = { program: { argv: ['pi'] }, flags: {}, view, file: '/w/s1.jsonl' };
  const name = { sessionName: 'Named' };
  assert.deepEqual(beginAgain(begun), { sessionId: 's1', ...name });
  assert.deepEqual(
    beginAgain({ ...begun, file: undefined }),
    name,
    'it has no file, so its messages are gone',
  );
  for (const option of ['--continue', '--no-session', '--fork'])
    assert.deepEqual(beginAgain({ ...begun, program: { argv: ['wrapper', option] } }), name, option);
  const old = { ...view, ...emptyView('/w', '0.75.0'), ready: true };
  assert.deepEqual(beginAgain({ ...begun, view: old }), {});
});

test('a pi that never became ready is followed by one with the same options', () => {
  const flags = { sessionId: 'given', sessionName: 'Named', sessionOptions: ['--fork', 'a.jsonl'] };
  const view = emptyView('/w', '1.6.0');
  assert.deepEqual(beginAgain({ program: { argv: ['pi'] }, flags, view, file: undefined }), flags);
});
