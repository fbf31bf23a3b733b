import assert from 'node:assert/strict';
import test from 'node:test';
import { parseFilePlace } from './file-place.ts';

const placeOf = (text: string): unknown => parseFilePlace(text, '/home/me/project');

test('paths with or without a line number are places in files', () => {
  assert.deepEqual(placeOf('src/app.ts:12'), { path: 'src/app.ts', line: 12 });
  assert.deepEqual(placeOf('src/app.ts:12:7'), { path: 'src/app.ts', line: 12 });
  assert.deepEqual(placeOf('src/app.ts#L8-L9'), { path: 'src/app.ts', line: 8 });
  assert.deepEqual(placeOf('./a/b-c_d.test.ts'), { path: 'a/b-c_d.test.ts' });
  assert.deepEqual(placeOf('package.json'), { path: 'package.json' });
  assert.deepEqual(placeOf('.gitignore'), { path: '.gitignore' });
  assert.deepEqual(placeOf('Makefile'), { path: 'Makefile' });
});

test('an absolute path inside the workspace becomes relative to it', () => {
  assert.deepEqual(placeOf('/home/me/project/src/app.ts'), { path: 'src/app.ts' });
});

test('text that is not a path of the workspace is not a place', () => {
  const others = [
    ...[
      '/etc/passwd.txt',
      '~/a.ts',
      '../up.ts',
      'a/../../b.ts',
      'https://example.org/a.ts',
      'example.org/a.b',
    ],
    ...[
      'foo.bar',
      'foo.bar()',
      'a b.ts',
      'Node.js',
      'npm test',
      'v1.2.3',
      '1.5',
      'x => y.ts',
      '*.ts',
      '--flag',
      '',
    ],
    ...['src/', 'a/b', 'console.log', 'C:\\a.ts', 'e.g', '...', 'this.state', 'process.env', 'obj.value:3'],
  ];
  assert.deepEqual(
    others.filter((text) => placeOf(text) !== null),
    [],
  );
});
