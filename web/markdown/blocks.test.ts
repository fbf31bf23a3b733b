import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Lexer, type Tokens } from 'marked';
import { MarkdownBlocks, type Block } from './blocks.ts';

const LINES = [
  ...[
    '',
    '',
    '',
    ' ',
    'text',
    'more *text* here',
    '# Heading',
    '---',
    '===',
    '***',
    '-',
    '1',
    '1.',
    '2. two',
    '- item',
  ],
  ...[
    '- [ ] task',
    '- [x] done',
    '* star',
    '  under',
    '   three',
    '    code',
    '\tcode',
    '      deep',
    '  - nested',
  ],
  ...[
    '```',
    '```ts',
    '```md',
    '````',
    '~~~',
    '``',
    '  ```',
    '> quote',
    '>',
    '> - list',
    '> ```',
    '| a | b |',
    '|---|:-:|',
    '| 1 |',
  ],
  ...[
    'a | b',
    '-|-',
    '<div>',
    '</div>',
    '<!-- note',
    '-->',
    '<pre>',
    '</pre>',
    '**bold',
    'x**',
    '`code`',
    '`',
    'a\\',
  ],
  ...[
    'https://example.org/a',
    '[link](',
    'target)',
    '![image](a.png)',
    '[ref]',
    '&amp;',
    '10) ten',
    '+ plus',
    '"quoted"',
  ],
];
const DEFINITIONS = [
  '[ref]: /target',
  '[ref]:',
  '/target',
  '[ref]: /target "title"',
  "'title'",
  '[other]: <a b>',
];

const documentOf = (lines: string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...lines), fc.constantFrom('\n', '\n', '\n', '\n\n', ' ', '\r\n')), {
      maxLength: 14,
    })
    .map((parts) => parts.flat().join(''));

/** The positions at which the streamed text is cut, as fractions of its length. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

function streamed(text: string, at: number[]): MarkdownBlocks {
  const blocks = new MarkdownBlocks();
  const places = at.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b);
  for (const place of places) blocks.update(text.slice(0, place));
  return blocks;
}

/** Returns the blocks of a text that arrives at once. Another test compares them with marked's. */
function blocksOf(text: string): Block[] {
  return [...new MarkdownBlocks().settle(text)];
}

const runs = { numRuns: 400 };

test('wherever a text is cut, its blocks are those of the whole text', () => {
  fc.assert(
    fc.property(documentOf(LINES), cuts, (text, at) => {
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      assert.deepEqual(streamed(whole, at).update(whole), [...blocksOf(whole)]);
    }),
    runs,
  );
});

const LONG_STARTS = [
  '- item *a*\n'.repeat(30),
  'Before:\n- item\n  more\n'.replace('- item', '- item\n- item'.repeat(15)),
  '- item\n\n'.repeat(30),
  '- [x] task\n'.repeat(30),
  '- [ ] task\n\n'.repeat(30),
  '1. item\n'.repeat(30),
  `| a | b |\n|---|:-:|\n${'| 1 | *2* |\n'.repeat(30)}`,
  `Before:\n\na | b\n-|-\n${'1 | 2 | 3\n'.repeat(30)}`,
];

test('wherever a text with a long list or table is cut, its blocks are those of the whole text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LONG_STARTS), documentOf(LINES), cuts, (start, rest, at) => {
      const whole = `${start}${rest}`.replace(/\r$/, '');
      const blocks = new MarkdownBlocks();
      blocks.update(start);
      const places = at.map((share) => start.length + Math.floor(share * rest.length)).sort((a, b) => a - b);
      for (const place of places) blocks.update(whole.slice(0, place));
      assert.deepEqual(blocks.update(whole), [...blocksOf(whole)]);
    }),
    { numRuns: 1500 },
  );
});

test('a growing list of 2,000 items and a table of 2,000 rows are lexed only a small number of times in total', (t) => {
  const table = '| a | b |\n| --- | --- |\n';
  for (const text of ['- an item of some words\n'.repeat(2000), table + '| some | words |\n'.repeat(2000)]) {
    const lex = t.mock.method(Lexer.prototype, 'lex');
    const blocks = new MarkdownBlocks();
    for (let end = 40; end <= text.length; end += 40) blocks.update(text.slice(0, end));
    const lexed = lex.mock.calls.reduce((sum, call) => sum + String(call.arguments[0]).length, 0);
    assert.ok(lexed < 12 * text.length, `${lexed} of ${text.length} characters`);
    lex.mock.restore();
  }
});

test('with link definitions anywhere, settling gives the blocks of the whole text', () => {
  fc.assert(
    fc.property(documentOf([...LINES, ...DEFINITIONS, ...DEFINITIONS]), cuts, (text, at) => {
      assert.deepEqual([...streamed(text, at).settle(text)], [...blocksOf(text)]);
    }),
    runs,
  );
});

test('a text that arrives character by character has the same blocks as at once', () => {
  fc.assert(
    fc.property(documentOf(LINES), (text) => {
      const blocks = new MarkdownBlocks();
      for (let end = 1; end <= text.length; end++) blocks.update(text.slice(0, end));
      assert.deepEqual(blocks.settle(text), [...blocksOf(text)]);
    }),
    { numRuns: 150 },
  );
});

test('a text without tags has the same blocks as in marked', () => {
  const text =
    '# Title\n\nSome *text* with [a link][ref].\n\n- one\n- two\n\n```ts\nlet a;\n```\n\n[ref]: /there\n';
  assert.deepEqual(blocksOf(text), [...new Lexer().lex(text)]);
});

test('finished blocks keep their tokens while the text grows', () => {
  const blocks = new MarkdownBlocks();
  const start = 'First.\n\n- a\n- b\n\nSecond\nparagraph.\n\n';
  const [first, , list] = blocks.update(`${start}Third`);
  const later = blocks.update(`${start}Third and\nmore\n\nFourth`);
  assert.equal(later[0], first);
  assert.equal(later[2], list);
});

test('in a growing list, the items before the last keep their tokens', () => {
  const blocks = new MarkdownBlocks();
  const itemsOf = ([list]: readonly Block[]): unknown[] => (list as Tokens.List).items;
  const before = itemsOf(blocks.update('- one\n- two\n  - nested\n- thr'));
  const after = itemsOf(blocks.update('- one\n- two\n  - nested\n- three\n- fo'));
  assert.deepEqual(before.slice(0, 2), after.slice(0, 2));
  assert.equal(after[0], before[0]);
  assert.equal(after[1], before[1]);
});

test('an open fence of 50 kB is not lexed again when code is added', (t) => {
  const lex = t.mock.method(Lexer.prototype, 'lex');
  const blocks = new MarkdownBlocks();
  const text = `Before.\n\n\`\`\`ts\n${'const value = 1; // ``\n'.repeat(2300)}\`\`\`\n\nAfter\nit.\n`;
  for (let end = 64; end < text.length; end += 64) blocks.update(text.slice(0, end));
  const settled = blocks.settle(text);
  assert.deepEqual(
    settled.map(({ type }) => type),
    ['paragraph', 'space', 'code', 'space', 'paragraph'],
  );
  assert.ok(lex.mock.callCount() < 12, `${lex.mock.callCount()} times`);
});

test('a text of many blocks is lexed only a small number of times in total', (t) => {
  const lex = t.mock.method(Lexer.prototype, 'lex');
  const blocks = new MarkdownBlocks();
  const text = 'A paragraph of a few words.\n\n- and a list\n- with two items\n\n'.repeat(200);
  for (let end = 8; end <= text.length; end += 8) blocks.update(text.slice(0, end));
  const lexed = lex.mock.calls.reduce((sum, call) => sum + String(call.arguments[0]).length, 0);
  assert.ok(lexed < 12 * text.length, `${lexed} of ${text.length} characters`);
});

test('a raw tag does not disable the links after it', () => {
  const [, , second] = blocksOf('Uses <a name=x> and\n\nhttps://example.org/there');
  assert.equal((second as Tokens.Paragraph).tokens[0]?.type, 'link');
});

test('a text that does not continue the previous one starts over', () => {
  const blocks = new MarkdownBlocks();
  blocks.update('One.\n\nTwo.\n\nThree\n\n');
  assert.deepEqual([...blocks.update('Other')], blocksOf('Other'));
});

test('a small text does not become a table of millions of cells, at once or while it grows', () => {
  const text = `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|\n'.repeat(2000)}`;
  assert.deepEqual(
    new MarkdownBlocks().update(text).map(({ type }) => type),
    ['paragraph'],
  );
  const growing = new MarkdownBlocks();
  const types = Array.from({ length: 20 }, (_, part) => {
    const [last] = growing.update(text.slice(0, 8020 + part * 200)).slice(-1);
    return last!.type;
  });
  assert.equal(types[0], 'table');
  assert.equal(types.at(-1), 'paragraph');
});

const DEEP: Record<string, string> = {
  quotes: `${'>'.repeat(20_000)}x`,
  lists: `${'- '.repeat(5000)}y`,
  mixed: `${'> - 1. '.repeat(600)}z`,
  emphasis: `${'*_'.repeat(3000)}x${'_*'.repeat(3000)}`,
  'emphasis beside words that touch': `漢${'*_'.repeat(3000)}x${'_*'.repeat(3000)}`,
  brackets: `${'['.repeat(5000)}x${'](a)'.repeat(5000)}`,
  'struck text without an end': '~~a'.repeat(15_000),
  'formulas without an end': '\\('.repeat(10_000),
  'links without an end': '[a]('.repeat(15_000),
  'addresses without an end': 'a@'.repeat(20_000),
  'an address with marks': `https://a${'.'.repeat(100_000)}b ${'https://a。'.repeat(5000)}`,
  'tags without an end': '<a '.repeat(20_000),
};
for (const [title, text] of Object.entries(DEEP))
  test(`what is nested or begun too often is read in steps that grow with the text: ${title}`, () => {
    let depth = 0;
    const measure = (tokens: readonly Block[], level: number): void => {
      depth = Math.max(depth, level);
      for (const token of tokens as readonly { tokens?: Block[]; items?: Block[] }[])
        measure(token.tokens ?? token.items ?? [], level + 1);
    };
    const before = process.cpuUsage();
    const blocks = new MarkdownBlocks().settle(text);
    assert.ok(process.cpuUsage(before).user < 4_000_000);
    measure(blocks, 0);
    assert.ok(depth < 130, String(depth));
    assert.equal(blocks.map(({ raw }) => raw).join(''), text);
  });
