import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { readableFlowchart } from './flowchart.ts';

const drawn = (source: string): { words: string[]; links: number } => {
  const svg = renderMermaidSVG(readableFlowchart(source));
  const words = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, word]) => word!);
  return { words: words.sort(), links: svg.match(/<polyline/g)?.length ?? 0 };
};

test('nodes and links are found without spaces between them', () => {
  assert.deepEqual(drawn('graph TD\nA-->B'), { words: ['A', 'B'], links: 1 });
  assert.deepEqual(drawn('graph TD\nA-->B[End]-->C{Why?}'), { words: ['A', 'End', 'Why?'], links: 2 });
  assert.deepEqual(drawn('graph TD\nA---B==>C-.->D'), { words: ['A', 'B', 'C', 'D'], links: 3 });
  assert.deepEqual(drawn('graph TD\nA-->|yes|B & my-node'), {
    words: ['A', 'B', 'my-node', 'yes', 'yes'],
    links: 2,
  });
});

test('statements may end with a semicolon and share a line', () => {
  assert.deepEqual(drawn('graph TD; A-->B; B-->C;'), { words: ['A', 'B', 'C'], links: 2 });
  assert.deepEqual(drawn('flowchart LR;\n  A["x; y"]-->B;'), { words: ['B', 'x; y'], links: 1 });
});

test('the text of a link is found within it and behind it', () => {
  for (const link of [
    '-- so it is -->',
    '-->|so it is|',
    '--so it is-->',
    '--"so it is"-->',
    '-->|"so it is"|',
  ])
    assert.deepEqual(drawn(`graph TD\nA${link}B`), { words: ['A', 'B', 'so it is'], links: 1 }, link);
  for (const link of ['-. so .->', '== so ==>', '-- so ---', '-. so .-', '---->|so|'])
    assert.deepEqual(drawn(`graph TD\nA ${link} B`), { words: ['A', 'B', 'so'], links: 1 }, link);
});

test('every shape keeps its text', () => {
  const shapes = ['[t]', '(t)', '([t])', '[[t]]', '[(t)]', '((t))', '(((t)))', '>t]', '{t}', '{{t}}'];
  for (const shape of [...shapes, '[/t\\]', '[\\t/]'])
    assert.deepEqual(drawn(`graph TD\nA${shape}-->B`), { words: ['B', 't'], links: 1 }, shape);
  assert.deepEqual(drawn('graph TD\nA["f(x) --> y"]-->B(g)'), { words: ['f(x) --&gt; y', 'g'], links: 1 });
});

test('ids may be in any script', () => {
  assert.deepEqual(drawn('graph TD\n开始-->检查{好吗?}\n检查-->|是|終わり\n开始-->終わり'), {
    words: ['好吗?', '开始', '是', '終わり'],
    links: 3,
  });
});

test('statements about groups, styles and classes stay as they are, and comments are left out', () => {
  const lines = [
    'graph TD',
    'subgraph one [A -- group]',
    'direction LR',
    'A --> B',
    'end',
    'style A fill:#f9f',
  ];
  assert.equal(readableFlowchart(lines.join('\n')), lines.join('\n'));
  assert.equal(readableFlowchart(lines.join(';')), lines.join('\n'));
  assert.equal(readableFlowchart('graph TD\n%% A-->; B\nA:::big-->B'), 'graph TD\nA:::big --> B');
});

test('other diagrams stay as they are', () => {
  const source = 'sequenceDiagram\n  Ann->>Bob: one; two --> three';
  assert.equal(readableFlowchart(source), source);
});

test('what the library would leave out is refused', () => {
  for (const line of ['A --x B', 'A --o B', 'A ~~~ B', 'A@{ shape: rect }', 'A -->', '--> B', 'A B'])
    assert.throws(() => readableFlowchart(`graph TD\n${line}`), line);
});
