import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ILink, Terminal } from '@xterm/xterm';
import headless from '@xterm/headless';
import { webLinkProvider } from './web-links.ts';

test('a link covers exactly its address, after wide characters and over several rows', async () => {
  const terminal = new headless.Terminal({ allowProposedApi: true, cols: 20, rows: 5 });
  const address = 'https://example.com/a/long/path';
  await new Promise<void>((resolve) => terminal.write(`漢字漢字 ${address}，後`, resolve));
  const [link] = await new Promise<ILink[]>((resolve) =>
    webLinkProvider(terminal as unknown as Terminal, () => undefined).provideLinks(2, (links) =>
      resolve(links ?? []),
    ),
  );
  assert.equal(link?.text, address);
  assert.deepEqual(link.range, { start: { x: 10, y: 1 }, end: { x: 20, y: 2 } });
  terminal.dispose();
});
