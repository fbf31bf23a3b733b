import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Token } from 'marked';
import { MarkdownBlocks } from './blocks.ts';
import type { ExtraToken } from './extra-syntax.ts';

const settle = (text: string): readonly Token[] => new MarkdownBlocks().settle(text);

/** Returns the inline tokens of a one-paragraph text. */
const inline = (text: string): ExtraToken[] =>
  ((settle(text)[0] as { tokens?: Token[] }).tokens ?? []) as ExtraToken[];
const kindsOf = (text: string): string[] => inline(text).map(({ type }) => type);

test('math between dollar signs or TeX’s own parentheses is a token; prices are text', () => {
  const [, math] = inline('So $a^2 + b_1$ holds.');
  assert.deepEqual([math?.type, math?.tex, math?.isDisplay], ['math', 'a^2 + b_1', false]);
  assert.equal(inline(String.raw`So \(x\) holds.`)[1]?.tex, 'x');
  for (const text of [
    '$2x + 3$',
    '$3 + 4 = 7$',
    '$0 < x < 1$',
    String.raw`$5 \text{ mod } 3$`,
    '$2n$',
    '其中$m$是质量',
  ])
    assert.ok(kindsOf(text).includes('math'), text);
  for (const text of [
    'It costs $5 and $10.',
    'From $5-$10.',
    'echo $HOME/$USER',
    'a $ b $ c',
    'echo $i $((i * 3))',
    'sh -c "$a" and "$b"',
    'paid $100 (US$) of it',
    'between $5 and $10, x = 3 and y$',
    '价格$5和5$以及$6',
    '$5（约￥35），$10（约￥70）$',
    'spent $3.20, $4.10 and $5.30 of 20$',
    '$12 (input) + $15 (output) = 27$',
  ])
    assert.deepEqual(kindsOf(text), ['text'], text);
});

test('display math is a block, on one line or several', () => {
  for (const text of ['$$\n\\sum_i x_i\n$$\n', '\\[\n\\sum_i x_i\n\\]\n', '$$\\sum_i x_i$$']) {
    const [block] = settle(text) as ExtraToken[];
    assert.deepEqual([block?.type, block?.tex, block?.isDisplay], ['math', '\\sum_i x_i', true], text);
  }
});

test('display math ends the paragraph before it', () => {
  assert.deepEqual(
    settle('Then\n$$\nx\n$$\nand on').map(({ type }) => type),
    ['paragraph', 'math', 'paragraph'],
  );
});

test('footnotes and their references are tokens; a link definition is still a link definition', () => {
  const blocks = settle(
    'Text[^1] and [a][b].\n\n[^1]: The *note*\n  goes on.\n\n[b]: https://example.org/\n',
  );
  const [first, , note] = blocks as unknown as [{ tokens: ExtraToken[] }, unknown, ExtraToken];
  assert.deepEqual(
    first.tokens.map(({ type }) => type),
    ['text', 'footnoteRef', 'text', 'link', 'text'],
  );
  assert.deepEqual([note.type, note.label], ['footnote', '1']);
  assert.deepEqual(
    (note.tokens as Token[]).map(({ type }) => type),
    ['text', 'em', 'text'],
  );
});

test('<kbd>, <sub>, <sup> and <mark> without attributes are tokens; other tags are not', () => {
  assert.deepEqual(kindsOf('Press <kbd>Ctrl</kbd>+<kbd>K</kbd>.'), [
    'text',
    'tagged',
    'text',
    'tagged',
    'text',
  ]);
  assert.ok(!kindsOf('<b>bold</b> <script>x</script>').includes('tagged'));
  assert.ok(!kindsOf('<kbd onclick="x">K</kbd>').includes('tagged'));
});

test('code is never math', () => {
  assert.deepEqual(kindsOf('`$a$`'), ['codespan']);
  assert.deepEqual(settle('```\n$$\nx\n$$\n```')[0]?.type, 'code');
});

test('wherever a text is cut, it settles to the tokens of the whole text', () => {
  const text = 'A $x^2$ and[^n].\n\n$$\ny\n$$\n\n- item $z$\n\n[^n]: note\n\nEnd <kbd>K</kbd>.\n';
  const whole = JSON.stringify(settle(text));
  for (let cut = 1; cut < text.length; cut++) {
    const blocks = new MarkdownBlocks();
    blocks.update(text.slice(0, cut));
    assert.equal(JSON.stringify(blocks.settle(text)), whole, `cut at ${cut}`);
  }
});
