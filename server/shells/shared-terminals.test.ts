import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShellAccess, ShellRow } from '../../shared/shells.ts';
import { SharedTerminals } from './shared-terminals.ts';
import type { Shell } from './shell.ts';
import type { Shells } from './shells.ts';

function setUp(...shells: { name: string; access: ShellAccess; workspace?: string; text?: string }[]) {
  const typed: string[] = [];
  const all = shells.map(({ name, access, workspace = '/shop', text = `screen of ${name}` }) => {
    const row: Partial<ShellRow> = {
      title: name,
      access,
      workspace,
      folder: null,
      foreground: null,
      exit: null,
    };
    return {
      row,
      readText: (lines: number) => ({
        text: text.split('\n').slice(-lines).join('\n'),
        next: 7,
        isCut: false,
      }),
      type: (bytes: Buffer) => Promise.resolve(void typed.push(`${name}: ${bytes.toString()}`)),
    } as unknown as Shell;
  });
  return { typed, terminals: new SharedTerminals({ all } as unknown as Shells) };
}

test('a shell that is not shared, or only for reading, is not reachable for more', () => {
  const { terminals, typed } = setUp({ name: 'mine', access: 'none' }, { name: 'log', access: 'read' });
  assert.throws(() => terminals.read('/shop', { name: 'mine' }), /There are: "log"/);
  assert.match(terminals.read('/shop', {}), /screen of log[^]*since=7/);
  for (const name of ['mine', 'log', undefined])
    assert.throws(() => terminals.type('/shop', name, 'rm -r .\r'), Error);
  assert.deepEqual(typed, []);
  assert.throws(
    () => setUp({ name: 'mine', access: 'none' }).terminals.read('/shop', {}),
    /shares no terminal/,
  );
});

test('an agent has the shells of its folder, of those around it and of those in it, and of no other', () => {
  const { terminals } = setUp(
    { name: 'root', access: 'type' },
    { name: 'web', access: 'read', workspace: '/shop/web' },
    { name: 'other', access: 'type', workspace: '/shop-2' },
  );
  const names = (workspace: string): string[] =>
    ['root', 'web', 'other'].filter((name) => {
      try {
        return terminals.read(workspace, { name }).includes(name);
      } catch {
        return false;
      }
    });
  assert.deepEqual(names('/shop'), ['root', 'web']);
  assert.deepEqual(names('/shop/web/src'), ['root', 'web']);
  assert.deepEqual(names('/shop/api'), ['root']);
  assert.deepEqual(names('/shop-2'), ['other']);
  assert.deepEqual(names('/elsewhere'), []);
  assert.equal(terminals.accessIn('/shop'), 'type');
  assert.equal(terminals.accessIn('/elsewhere'), 'none');
});

test('with several shared shells, one must be named, and a long text keeps its end', () => {
  const { terminals, typed } = setUp(
    { name: 'a', access: 'type' },
    { name: 'b', access: 'read', text: `${'x'.repeat(60_000)}\nend` },
  );
  assert.throws(() => terminals.read('/shop', {}), /Name one of the terminals: "a", "b"/);
  assert.match(terminals.read('/shop', { name: 'b' }), /left out\.\n\nend|\nend\n/);
  assert.ok(terminals.read('/shop', { name: 'b' }).length < 51_000);
  terminals.type('/shop', 'a', 'ls\r');
  assert.deepEqual(typed, ['a: ls\r']);
});
