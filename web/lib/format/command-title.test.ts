import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandTitle } from './command-title.ts';

const TITLES: [command: string, title: string][] = [
  ['npm test', 'npm test'],
  ['cd /home/me/project && npm test', 'npm test'],
  ['rm -rf docs/old && echo removed', 'rm -rf docs/old && echo removed'],
  ['npm test || true', 'npm test || true'],
  ['cd web && CI=1 NODE_ENV="a b" timeout 60 npm test 2>&1 | tail -40', 'npm test'],
  ['export A=1; cd x; cargo build --release > /dev/null 2>&1', 'cargo build --release'],
  ['\n  cd web\nnpm test\n', 'npm test'],
  ['# build first\nset -e\nnpm run build\nnpm test', 'npm run build; npm test'],
  ['(cd web && npm test)', 'npm test'],
  ['rm -rf build; npm test', 'rm -rf build; npm test'],
  ['git commit -m "a && b; c"', 'git commit -m "a && b; c"'],
  ["echo 'one\ntwo'", "echo 'one …"],
  ['grep -n "x" a.ts | sort | uniq -c', 'grep -n "x" a.ts | sort | uniq -c'],
  ["python3 - <<'EOF'\nprint(1); print(2)\nEOF\n", "python3 - <<'EOF' …"],
  ['for i in 1 2; do echo $i; sleep 1; done', 'for i in 1 2; do echo $i; sleep 1; done'],
  ['"/opt/my node/bin/node" --test', '"/opt/my node/bin/node" --test'],
  ['"/opt/node/bin/node" --test a.mjs; exit', 'node --test a.mjs; exit'],
  ['npm run build && npm test && npm run lint -- --max-warnings 0 && npm pack', 'npm run build …'],
  ['./run.sh', './run.sh'],
  ['cd only', 'cd only'],
  ['FOO=1', 'FOO=1'],
  ['diff <(ls a; ls b) c', 'diff <(ls a; ls b) c'],
  ['x'.repeat(500), `${'x'.repeat(60)}…`],
  ['', ''],
];

test('a title is the main command, without its preparations and without redirections of its output', () => {
  assert.deepEqual(
    TITLES.map(([command]) => commandTitle(command)),
    TITLES.map(([, title]) => title),
  );
});

test('the title of any text is a single line', () => {
  for (const text of ['&&', '; ;', '"', "'a", '(((', '\\', '<<', '| tail', '$(', 'a && ', '()'])
    assert.doesNotMatch(commandTitle(text), /\n/, text);
});
