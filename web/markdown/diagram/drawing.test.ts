import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { readDrawing, type DrawnElement } from './drawing.ts';

const draw = (source: string): DrawnElement => readDrawing(renderMermaidSVG(source), 'd1')!;

function* elements(element: DrawnElement): Generator<DrawnElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* elements(child);
}

const words = (element: DrawnElement): string[] =>
  element.children.flatMap((child) => (typeof child === 'string' ? [child] : words(child)));

test('every kind of diagram that the library knows keeps its words and its lines', () => {
  const sources: [string, string[]][] = [
    ['flowchart LR\n  A[Draft] -->|yes| B{Ready?}', ['yes', 'Draft', 'Ready?']],
    ['sequenceDiagram\n  Ann->>Bob: Hello', ['Hello', 'Ann', 'Bob']],
    ['stateDiagram-v2\n  Open --> Closed: shut', ['shut', 'Open', 'Closed']],
    ['classDiagram\n  class Cat {\n    +int age\n  }', ['Cat']],
    ['erDiagram\n  USER ||--o{ POST : writes', ['USER', 'POST', 'writes']],
  ];
  for (const [source, expected] of sources) {
    const drawing = draw(source);
    const all = words(drawing).map((word) => word.trim());
    for (const word of expected) assert.ok(all.includes(word), `${word} of ${source}: ${all.join(', ')}`);
    assert.ok([...elements(drawing)].some(({ name }) => /rect|polygon|polyline|line|path/.test(name)));
  }
});

test('S-48: a drawing has no links, no scripts, no styles and no address of another place', () => {
  const hostile =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" style="background:url(https://x.test)">' +
    '<style>@import url(https://x.test);</style><script>alert(1)</script>' +
    '<a href="javascript:alert(1)"><text>link</text></a><image href="https://x.test/a.png"/>' +
    '<foreignObject><b>html</b></foreignObject>' +
    '<rect fill="url(https://x.test/#a)" stroke="\\75rl(https://x.test)" onclick="alert(1)" width="4"/>' +
    '</svg>';
  const drawing = readDrawing(hostile, 'd1')!;
  assert.deepEqual(drawing, {
    name: 'svg',
    attributes: {},
    children: [{ name: 'rect', attributes: { width: '4' }, children: [] }],
  });
  const colored = draw('flowchart LR\n  A --> B\n  style A fill:url(https://x.test/)');
  for (const { attributes } of elements(colored))
    for (const value of Object.values(attributes)) assert.doesNotMatch(value, /x\.test/);
});

test('the marks of two drawings on one page do not replace each other', () => {
  const [one, two] = ['d1', 'd2'].map((id) => readDrawing(renderMermaidSVG('flowchart LR\n  A --> B'), id)!);
  const ids = (drawing: DrawnElement): string[] =>
    [...elements(drawing)].flatMap(({ attributes }) => attributes.id ?? []);
  assert.ok(ids(one!).length > 0);
  assert.equal(new Set([...ids(one!), ...ids(two!)]).size, ids(one!).length * 2);
  const line = [...elements(one!)].find(({ attributes }) => attributes['marker-end']);
  const end = line?.attributes['marker-end'];
  assert.ok(ids(one!).some((id) => end === `url(#${id})`));
});
