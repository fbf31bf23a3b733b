import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesPath } from './names-in-command.ts';

const named: [command: string, ...paths: string[]][] = [
  ['sleep 4; echo agent >> a.txt', 'a.txt'],
  ['echo x>a.txt', 'a.txt'],
  ['echo x > "with space.txt"', 'with space.txt'],
  ["sed -i 's/a/b/' ./src/a.ts src/b.ts", 'src/a.ts', 'src/b.ts'],
  ['sed -i s/a/b/ src/*.ts', 'src/a.ts'],
  ['prettier --write "src/**/*.{ts,svelte}"', 'src/a/b.ts', 'src/c.svelte'],
  ['cd sub && echo x > a.txt', 'sub/a.txt'],
  ['rm -r src/old', 'src/old', 'src/old/deep/x'],
  ['rm -r src/old/', 'src/old/deep/x'],
  ['mkdir -p a/b/c', 'a', 'a/b', 'a/b/c'],
  ['cat > /home/ws/out.txt', 'out.txt'],
  ['dd if=in of=out.bin', 'out.bin'],
];

const unnamed: [command: string, ...paths: string[]][] = [
  ['sleep 4; echo agent >> a.txt', 'notes.txt', 'ba.txt', 'a.txt.bak', 'sub/a.txt'],
  ['npx prettier --write .', 'a.txt', 'src/a.ts'],
  ['cd src && npm test', 'src/a.ts', 'src/deep/a.ts'],
  ['sed -i s/a/b/ src/*.ts', 'src/deep/a.ts', 'lib/a.ts', 'src/a.js'],
  ['ls *', 'src/a.ts'],
  ['', 'a'],
];

test('a command names a file by its path, by a pattern, by a folder of it, or after cd by its name', () => {
  for (const [command, ...paths] of named)
    for (const path of paths) assert.equal(namesPath(command, path, '/home/ws'), true, `${command}: ${path}`);
});

test('a command does not name a file that only has a similar name or lies in the folder where it runs', () => {
  for (const [command, ...paths] of unnamed)
    for (const path of paths)
      assert.equal(namesPath(command, path, '/home/ws'), false, `${command}: ${path}`);
});

test('a pattern of many stars takes no long time', () => {
  const command = `ls ${'*a'.repeat(200)}b`;
  // Other processes take time, too.
  const before = process.cpuUsage();
  namesPath(command, 'a'.repeat(4000), '/w');
  assert.ok(process.cpuUsage(before).user < 1_000_000);
});
