import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionMarkdown } from './session-markdown.ts';

test('the Markdown contains messages and calls, and code that contains fences stays one block', () => {
  const call = { type: 'toolCall', id: 't', name: 'bash', arguments: { command: "echo '```'" } };
  const edit = { type: 'toolCall', id: 'e', name: 'edit', arguments: { path: 'a.ts', newText: 'x' } };
  const message = (role: string, content: unknown, n: number): object => ({
    type: 'message',
    id: `e${n}`,
    parentId: n === 0 ? null : `e${n - 1}`,
    timestamp: '2026-01-01T00:00:00Z',
    message: { role, content, timestamp: n },
  });
  const lines = [
    { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/w' },
    message('user', 'Fix it', 0),
    message('assistant', [{ type: 'text', text: 'I will.' }, call, edit], 1),
  ];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  assert.equal(
    sessionMarkdown(text, 'Fix\nit'),
    "# Fix it\n\n## You\n\nFix it\n\n## Assistant\n\nI will.\n\n````sh\necho '```'\n````\n\n_edit a.ts_\n",
  );
});
