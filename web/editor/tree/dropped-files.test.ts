import assert from 'node:assert/strict';
import { test } from 'node:test';
import { droppedFiles } from './dropped-files.ts';

class FileEntry {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  file(resolve: (file: File) => void, reject: (error: Error) => void): void {
    if (this.name === 'locked') reject(new Error('It cannot be read.'));
    else resolve(new File([this.name], this.name));
  }
}

/** Lists its entries two at a time, as a browser does a hundred at a time. */
class FolderEntry {
  readonly name: string;
  readonly inner: (FileEntry | FolderEntry)[];
  constructor(name: string, ...inner: (FileEntry | FolderEntry)[]) {
    this.name = name;
    this.inner = inner;
  }
  createReader() {
    const left = [...this.inner];
    return { readEntries: (resolve: (entries: unknown[]) => void) => resolve(left.splice(0, 2)) };
  }
}

Object.assign(globalThis, { FileSystemFileEntry: FileEntry, FileSystemDirectoryEntry: FolderEntry });

const drop = (...entries: (FileEntry | FolderEntry | null)[]): DataTransfer =>
  ({
    items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
    files: [new File(['x'], 'plain.txt')],
  }) as unknown as DataTransfer;
const pathsIn = async (data: DataTransfer): Promise<string[]> =>
  (await droppedFiles(data)).map(({ path }) => path);

test('all files of a folder are found, however many it has and however deep they are', async () => {
  const many = ['1', '2', '3', '4', '5'].map((name) => new FileEntry(name));
  const folder = new FolderEntry(
    'a',
    ...many,
    new FolderEntry('b', new FileEntry('deep')),
    new FolderEntry('empty'),
  );
  assert.deepEqual(await pathsIn(drop(folder, new FileEntry('top'))), [
    ...['1', '2', '3', '4', '5'].map((name) => `a/${name}`),
    'a/b/deep',
    'top',
  ]);
});

test('where the browser has no entries, the files themselves are taken', async () => {
  assert.deepEqual(await pathsIn(drop()), ['plain.txt']);
  assert.deepEqual(await pathsIn(drop(null)), ['plain.txt']);
});

test('if a file cannot be read, nothing is uploaded in part', async () => {
  await assert.rejects(
    droppedFiles(drop(new FolderEntry('a', new FileEntry('1'), new FileEntry('locked')))),
    /cannot be read/,
  );
});
