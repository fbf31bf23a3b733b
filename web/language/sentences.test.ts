import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { applyUiRequest, closeDialog } from '../../shared/view/extension-ui.ts';
import { emptyView } from '../../shared/view/view.ts';
import { ja as japanese, translateSentence as inJapanese } from './ja.ts';
import ja from './ja/sentences.json' with { type: 'json' };
import { showTexts, translate } from './text.ts';
import { translateSentences } from './sentences.ts';
import { zh as chinese, translateSentence as inChinese } from './zh.ts';
import zh from './zh/sentences.json' with { type: 'json' };

test('a sentence with parts is translated around its parts, in the order of the other language', () => {
  const translate = translateSentences({ '{a} is in {b}.': '{b}: {a}!', '{a} is in {b}. Really.': 'R {a}' });
  assert.equal(translate('x.ts is in the (old) folder.'), 'the (old) folder: x.ts!');
  assert.equal(translate('x is in y. Really.'), 'R x');
  assert.equal(translate('x is in y'), undefined);
  assert.equal(translate('is in y.'), undefined);
});

test('sentences of the server are found in both languages', () => {
  assert.equal(inChinese('"a.txt" does not exist.'), '"a.txt" 不存在。');
  assert.equal(
    inJapanese('The branch “a-1” already exists. Choose another name for the new one.'),
    'ブランチ「a-1」はすでに存在します。新しいブランチには別の名前を選んでください。',
  );
  assert.equal(inChinese('Something else went wrong.'), undefined);
});

test('a reason inside a sentence is translated, too', () => {
  const sentence = '"a.txt" was not deleted. This panel keeps no trash: deleting it cannot be undone.';
  const reasonsOf = (dictionary: Readonly<Record<string, string>>) => (reason: string) => dictionary[reason]!;
  assert.equal(inChinese(sentence, reasonsOf(chinese)), '未删除 "a.txt"：此面板没有回收站，删除后无法恢复。');
  assert.equal(
    inJapanese(sentence, reasonsOf(japanese)),
    '"a.txt" は削除していません。このパネルにはごみ箱がないため、削除すると元に戻せません。',
  );
});

test('the result of testing a model is translated into both languages', () => {
  const read = (file: string): string =>
    readFileSync(new URL(`../../server/setup/${file}.ts`, import.meta.url), 'utf8');
  const sources = `${read('test-model')}${read('setup')}`;
  const titles = [...sources.matchAll(/(?:title: |fail\(|\?\? |= |return |error, )'([^']+\.)'/g)].map(
    ([, title]) => title!,
  );
  assert.ok(titles.length > 12, titles.join());
  const reasons = [...read('inside/diagnose').matchAll(/`([“A-Z][^`]+)`/g)].map(([, reason]) =>
    reason!.replace(/\$\{\w+\}/g, 'x'),
  );
  assert.equal(reasons.length, 4);
  for (const [dictionary, translateSentence] of [
    [chinese, inChinese],
    [japanese, inJapanese],
  ] as const) {
    assert.deepEqual(
      titles.filter((title) => !(title in dictionary)),
      [],
    );
    assert.deepEqual(
      reasons.filter((reason) => translateSentence(reason) === undefined),
      [],
    );
  }
});

test('the notice of a dialog that ended by itself is translated, but not the names in it', () => {
  const messages = (['expired', 'withdrawn'] as const).flatMap((outcome) =>
    (['confirm', 'input'] as const).map((method) => {
      const ask = { type: 'extension_ui_request', id: 'd', panel_at: 1, method, title: 'Run it?' } as const;
      const closed = { type: 'panel_dialog_closed', id: 'd', outcome, panel_at: 2 } as const;
      return closeDialog(applyUiRequest(emptyView('/w'), ask), closed).notices[0]!.message;
    }),
  );
  assert.equal(messages.length, 4);
  for (const translateSentence of [inChinese, inJapanese])
    assert.deepEqual(
      messages.filter((message) => !translateSentence(message)?.includes('Run it?')),
      [],
    );
});

test('notices about undos are translated, with their reason if that is a sentence of the server', () => {
  showTexts({ locale: 'zh-CN', dictionary: chinese, translateSentence: inChinese });
  try {
    assert.equal(translate('Undone: 3 files.'), '已撤销 3 个文件的更改。');
    assert.equal(
      translate('The undo was not carried out: This undo no longer waits.'),
      '未执行撤销：此次撤销已不在队列中。',
    );
    assert.equal(translate('The undo was not carried out: EACCES'), '未执行撤销：EACCES');
    // Only a reason is a sentence: a file with the name of a text keeps its name.
    assert.equal(translate('Undone, except for undone.'), '已撤销，但以下文件除外：undone。');
  } finally {
    showTexts(null);
  }
});

test('every sentence about undos and recording is translated into both languages', () => {
  const sources = globSync(
    '../../server/{changes,agent}/**/{queued-undos,undo-reports,turn-list,workspace-tree,missed-names,doubts}.ts',
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    },
  );
  assert.equal(sources.length, 6);
  const said = sources.flatMap((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .match(/'[A-Z][^'\n]+\.'|`[A-Z][^`]+(?:\.|: \$\{error\.message\}|: \$\{failure\})`/g)!
      .map((text) => text.slice(1, -1).replace(/\$\{[^}]+\}/g, 'x'))
      // This one is for the model.
      .filter((text) => !text.startsWith('The user ')),
  );
  assert.ok(said.length > 18, said.join('\n'));
  for (const [dictionary, translateSentence] of [
    [chinese, inChinese],
    [japanese, inJapanese],
  ] as const)
    assert.deepEqual(
      said.filter((text) => !(text in dictionary) && translateSentence(text) === undefined),
      [],
    );
});

test('every other notice of the panel is translated into both languages', () => {
  const read = (file: string): string =>
    readFileSync(new URL(`../../server/${file}.ts`, import.meta.url), 'utf8');
  /** For each source that sends notices: a pattern that finds their sentences. */
  const sources: Record<string, RegExp> = {
    'budget/guard': /'(The [^']+)'/g,
    'budget/budget': /`(\$\{name\} has [^`]+)`/g,
    'agent/session/shown-file': /'(Another [^']+)'/g,
    'agent/lifecycle': /message = '([^']+)'/g,
    'agent/queue/queue-journal': /onTrouble\(`([^`]+)`/g,
    'agent/extensions/extension-bridge': /`([^`]+(?:supports that|\}\))\.)`/g,
    'agent/extensions/tui-only': /: '([^']+)'/g,
    'host/first-prompt': /`(The prompt [^`]+)`/g,
    'workspace/watch/folder-watch': /`(Changes [^`]+)`/g,
    'workspace/unfinished-writes': /`(A (?:crash|save)[^`]+)`/g,
    'companion/companion': /`(What [^`]+)`/g,
    'companion/drawn/drawings': /message(?: = |: )`([^`]+)`|'(A screen [^']+)'/g,
  };
  const said = Object.entries(sources).flatMap(([file, pattern]) => {
    const found = [...read(file).matchAll(pattern)].map(([, a, b]) => (a ?? b)!);
    assert.ok(found.length > 0, file);
    return found;
  });
  // This sentence follows another one.
  const sent = said.map((text) => text.replace(/^The agent stops/, 'x $&').replace(/\$\{[^}]+\}/g, 'x'));
  assert.ok(sent.length > 30, sent.join('\n'));
  for (const [dictionary, translateSentence] of [
    [chinese, inChinese],
    [japanese, inJapanese],
  ] as const)
    assert.deepEqual(
      sent.filter((text) => !(text in dictionary) && translateSentence(text) === undefined),
      [],
    );
});

test('every refusal that a user can meet is translated into both languages', () => {
  /** Only scripts send such requests: a field is missing or malformed. */
  const forScripts = /^(?:[\w.-]+|x): |^Send If-|^The body |^A dialog takes /;
  /** Of disk-error.ts, which has a table of the second half. */
  const inParts = ['x x.'];
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const said = globSync('{server,shared}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(root + file, 'utf8').matchAll(
        /new Refusal\(\s*\d+,\s*'\w+',\s*(?:'([^']+)'|`([^`]+)`),?\s*\)/g,
      ),
    ])
    .map(([, constant, template]) => (constant ?? template)!.replace(/\$\{[^}]+\}/g, 'x'))
    .filter((text) => !forScripts.test(text) && !inParts.includes(text));
  assert.ok(said.length > 60, said.join('\n'));
  for (const [dictionary, translateSentence] of [
    [chinese, inChinese],
    [japanese, inJapanese],
  ] as const)
    assert.deepEqual(
      said.filter((text) => !(text in dictionary) && translateSentence(text) === undefined),
      [],
    );
});

test('a notice of several sentences, and one with a list, is translated throughout', () => {
  showTexts({ locale: 'zh-CN', dictionary: chinese, translateSentence: inChinese });
  try {
    assert.equal(
      translate(
        'This session has reached its budget of 1,000 tokens. The agent stops at the end of this turn. To let it continue, click the cost below the message box.',
      ),
      '此会话已达到 1,000 个 token 的预算。智能体将在本轮结束时停止。要让它继续，请点击输入框下方的费用。',
    );
    assert.equal(
      translate("a.ts asks for a custom footer, `x` and another theme. Only pi's TUI supports that."),
      'a.ts 请求自定义页脚、`x`、其他主题。只有 pi 的 TUI 支持这一点。',
    );
    assert.equal(
      translate('An extension failed to listen to a key: Files'),
      '监听按键时出错（某个扩展）：Files',
    );
    assert.equal(translate('Files failed to listen to a key: x'), '监听按键时出错（Files）：x');
  } finally {
    showTexts(null);
  }
});

const holesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join();

test('every translation has the holes of its sentence', () => {
  for (const [english, other] of [...Object.entries(zh), ...Object.entries(ja)])
    assert.equal(holesOf(other), holesOf(english), english);
});

test('the server still sends each of these sentences', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const source = globSync('{server,shared}/**/*.ts', {
    cwd: root,
    exclude: (name) => name.endsWith('.test.ts'),
  })
    .map((file) => readFileSync(root + file, 'utf8'))
    .join('\n');
  const pieces = Object.keys(zh).flatMap((english) => english.split(/\{\w+\}/));
  const words = pieces.map((piece) => piece.trim().replace(/\.$/, '')).filter(({ length }) => length > 6);
  assert.deepEqual(
    words.filter((piece) => !source.includes(piece)),
    [],
  );
});
