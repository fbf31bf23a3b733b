import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionHtml } from './session-html.ts';

const AT = Date.UTC(2026, 0, 1);

function sessionOf(messages: readonly object[]): string {
  const lines: object[] = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/w<x>' },
  ];
  for (const [n, message] of messages.entries())
    lines.push({
      type: 'message',
      id: `e${n}`,
      parentId: n === 0 ? null : `e${n - 1}`,
      timestamp: '2026-01-01T00:00:00Z',
      message: { timestamp: AT, ...message },
    });
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

test('a session becomes one file with its texts, calls, results and images', () => {
  const call = { type: 'toolCall', id: 't', name: 'bash', arguments: { command: 'npm test' } };
  const html = sessionHtml(
    sessionOf([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Fix\nit' },
          { type: 'image', mimeType: 'image/png', data: 'iVBO' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: '**Now** a [link](https://x.test/?a=1&b=2)' }, call],
      },
      {
        role: 'toolResult',
        toolCallId: 't',
        toolName: 'bash',
        content: [{ type: 'text', text: '2 < 3' }],
        isError: true,
      },
    ]),
    'Fix it',
  );
  for (const part of [
    '<title>Fix it</title>',
    '/w&#60;x&#62; · 2026-01-01',
    '<div class="text">Fix\nit</div>',
    '<img alt="Image" src="data:image/png;base64,iVBO">',
    '<strong>Now</strong> a <a href="https://x.test/?a=1&#38;b=2" rel="noreferrer">link</a>',
    '<summary>bash npm test (failed)</summary><pre>2 &#60; 3</pre>',
    '<time>2026-01-01 00:00</time>',
  ])
    assert.ok(html.includes(part), `${part}\n${html}`);
});

test('nothing in a session becomes markup, a script or a request in the exported file', () => {
  const attack = '<script>alert(1)</script><img src=x onerror=alert(1)> "\'><svg onload=alert(1)>';
  const markdown = [
    attack,
    '[a](javascript:alert(1))',
    '[b](data:text/html,x)',
    '![c](https://evil.test/c.png)',
    '<https://ok.test/">',
    `\`\`\`${attack}\n${attack}\n\`\`\``,
    `| ${attack} |\n|---|\n| ${attack} |`,
    `\`${attack}\``,
    `[d](https://ok.test/"onclick="x "${attack}")`,
  ].join('\n\n');
  const call = { type: 'toolCall', id: attack, name: attack, arguments: { path: attack, [attack]: attack } };
  const html = sessionHtml(
    sessionOf([
      { role: 'user', content: attack },
      { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: `"${attack}` }] },
      {
        role: 'assistant',
        content: [{ type: 'text', text: markdown }, call, { type: 'thinking', thinking: attack }],
        errorMessage: attack,
      },
      { role: 'custom', customType: attack, content: attack, display: true },
      { role: 'bashExecution', command: attack, output: attack },
      { role: 'branchSummary', summary: attack },
    ]),
    attack,
  );
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag!.toLowerCase()));
  const allowed =
    'html head meta title style body header main article h1 h2 time p div pre code details summary a img table thead tbody tr th td strong em del ul ol li br hr blockquote';
  assert.deepEqual(
    [...tags].filter((tag) => !allowed.split(' ').includes(tag)),
    [],
  );
  // In text, quotes are escaped, so only the attributes of real tags match below.
  const inTags = [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag).join('\n');
  assert.doesNotMatch(inTags, /\son\w+=|javascript:|src="(?!data:image)|href="(?!https:)/i);
  assert.match(html, /default-src 'none'/);
});
