// Checks that no text becomes anything but text and safe links: renders the components to a string, with the text cut
// at every byte, and checks all tags and attributes in that string.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MarkdownBlocks, type Block } from './blocks.ts';
import { renderBlocks } from './fixtures/render-blocks.ts';

const PAYLOADS = JSON.parse(
  readFileSync(new URL('../../e2e/browser/payloads.json', import.meta.url), 'utf8'),
) as {
  name: string;
  text: string;
}[];

test('S-43, S-44, S-45, S-46: payloads become nothing but text and safe links, complete or cut at any byte', () => {
  for (const { name, text } of PAYLOADS) {
    const bytes = new TextEncoder().encode(text);
    const decoder = new TextDecoder();
    const blocks = new MarkdownBlocks();
    let soFar = '';
    for (const byte of bytes) {
      soFar += decoder.decode(Uint8Array.of(byte), { stream: true });
      assertHarmless(blocks.update(soFar), name);
    }
    assert.equal(soFar, text);
    assertHarmless(blocks.settle(text), name);
  }
});

test('S-43, S-44: payloads inside other Markdown become nothing but text and safe links', () => {
  const around: ((text: string) => string)[] = [
    (text) => `- one\n- ${text}\n`,
    (text) => `> ${text}\n`,
    (text) => `# ${text}\n`,
    (text) => `**${text}** _${text}_ ~~${text}~~\n`,
    (text) => `[${text}](https://example.org) ![${text}](${text})\n`,
    (text) => `| ${text} | b |\n|---|---|\n| ${text} | ${text} |\n`,
    (text) => `\`${text}\` and <${text}>\n`,
    (text) => `[${text}]: ${text}\n\n[${text}] and [x][${text}]\n`,
    (text) => `$${text}$ and\n\n$$\n${text}\n$$\n`,
    (text) => `Note[^${text}] and[^1]\n\n[^1]: ${text}\n\n[^${text}]: x\n`,
    (text) => `<kbd>${text}</kbd> <sup>${text}</sup>\n`,
  ];
  for (const { name, text } of PAYLOADS)
    for (const wrap of around) assertHarmless(new MarkdownBlocks().settle(wrap(text)), name);
});

test('S-44, S-47: a link whose text is another address shows its own, and nothing reorders what is around it', () => {
  const htmlOf = (text: string): string =>
    renderBlocks(new MarkdownBlocks().settle(text)).replaceAll(/<!--.*?-->/g, '');
  const textOf = (text: string): string => htmlOf(text).replaceAll(/<[^>]*>/g, '');
  for (const name of [
    'github.com',
    '**git**hub`.com`',
    'github&#46;com',
    '<https://github.com>',
    'git\u200bhub.com',
  ])
    assert.ok(textOf(`[${name}](https://evil.test/)`).includes('(https://evil.test/)'), name);
  assert.equal(textOf('[the page](https://evil.test/) x').trim(), 'the page x');
  const orders = ['\u202d', '\u202e', '&#x202e;', '&#8238;'];
  for (const order of orders)
    for (const around of [
      'a ORDER b',
      '[ORDER](https://x.test)',
      '**ORDER**',
      '`ORDER`',
      '# ORDER',
      '- ORDER',
      '```\nORDER\n```',
    ])
      assert.doesNotMatch(
        htmlOf(around.replace('ORDER', order)),
        /[\u202d\u202e]/,
        `${around} with ${order}`,
      );
  for (const code of ['`\u2066x\u2069`', '```\n\u202ax\u202c\n```'])
    assert.doesNotMatch(htmlOf(code), /[\u202a-\u202e\u2066-\u2069]/, code);
});

/** The elements that the components create, including the shapes in icons. */
const ELEMENTS = new Set([
  ...['a', 'blockquote', 'br', 'button', 'code', 'del', 'div', 'em', 'figcaption', 'figure', 'hr'],
  ...['h3', 'h4', 'h5', 'h6', 'input', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'span', 'strong'],
  ...['sub', 'sup', 'ul'],
  ...['table', 'tbody', 'td', 'th', 'thead', 'tr', 'svg', 'line', 'path', 'rect'],
]);
const SHAPES = new Set(['svg', 'line', 'path', 'rect']);
/** Attributes with fixed values or plain text. Addresses are checked separately. */
const FIXED =
  /^(aria-\w+|checked|class|data-(?:depth|footnote|tip)|disabled|rel|role|scope|start|tabindex|title|type)$/;
const TAG = /<(\/?)([a-z0-9]+)((?:\s+[^\s=<>"]+(?:="[^"<]*")?)*)\s*\/?>/g;

const STYLE = /^(?:text-align: ?(?:left|right|center)|list-style-type: ?&quot;\d+\) &quot;);?$/;

function assertHarmless(blocks: readonly Block[], name: string): void {
  const html = renderBlocks(blocks).replaceAll(/<!--(\[!?|\[-?\d+|\])?-->/g, '');
  for (const [tag, , element = '', attributes = ''] of html.matchAll(TAG)) {
    assert.ok(ELEMENTS.has(element), `${name}: ${tag}`);
    if (SHAPES.has(element)) assert.doesNotMatch(tag, /href|url|\son/, `${name}: ${tag}`);
    else assertAttributes(attributes, `${name}: ${tag}`);
  }
  assert.doesNotMatch(html.replaceAll(TAG, ''), /</, name);
}

function assertAttributes(attributes: string, where: string): void {
  for (const [, key = '', value = ''] of attributes.matchAll(/\s([^\s=]+)(?:="([^"]*)")?/g)) {
    if (key === 'href') assert.match(value, /^(#footnote$|https?:\/\/[^/@]+(\/|$)|mailto:)/, where);
    else if (key === 'target') assert.match(attributes, / rel="noopener noreferrer nofollow"/, where);
    else if (key === 'style') assert.match(value, STYLE, where);
    else if (key === 'dir') assert.match(value, /^(auto|ltr|rtl)$/, where);
    else if (key === 'data-language') assert.match(value, /^[\w+#.-]+$/, where);
    else if (key === 'value') assert.match(value, /^\d+$/, where);
    else assert.match(key, FIXED, where);
  }
}
