import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ApiError, type RequestOptions } from '../../lib/requests/api.ts';
import type { FileAccess } from './file-route.ts';
import type { EditBuffer } from './live-text.svelte.ts';
import { OpenFile } from './open-file.svelte.ts';
import type { UnsavedFile, UnsavedStore } from './unsaved-edits.ts';

/** A disk with one file, behind a route that checks the same conditions as the real one. */
class Disk {
  bytes: Uint8Array | null = encode('one\n');
  refusal: ApiError | null = null;
  cautions: string[] = [];
  saves: string[] = [];
  /** Runs between the request and the response of a save. */
  duringSave = (): void => {};

  get etag(): string {
    return this.bytes ? `"${Buffer.from(this.bytes).toString('hex')}"` : '';
  }

  set text(text: string) {
    this.bytes = encode(text);
  }

  get text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes!);
  }

  /** Of a file that is refused as text. */
  partEtag: string | null = null;

  fetch = async (path: string, { method, body, headers }: RequestOptions = {}): Promise<Response> => {
    if (this.partEtag !== null && path.includes('/file/part'))
      return new Response('x', { headers: { etag: this.partEtag } });
    if (this.refusal) throw this.refusal;
    if (method === 'PUT') {
      const confirmed = headers?.confirm?.split(',') ?? [];
      const caution = this.cautions.find((code) => !confirmed.includes(code));
      if (caution) throw new ApiError(409, caution, `it is ${caution}`);
      const isRight = headers?.['if-none-match'] ? !this.bytes : headers?.['if-match'] === this.etag;
      if (!isRight) throw new ApiError(412, 'changed', 'changed meanwhile');
      this.bytes = body as Uint8Array;
      this.saves.push(this.text);
      this.duringSave();
    }
    if (!this.bytes) throw new ApiError(404, 'not_found', 'gone');
    return new Response(Uint8Array.from(this.bytes), { headers: { etag: this.etag } });
  };
}

class TestBuffer implements EditBuffer {
  readonly #texts: string[];
  readonly #onEdit: () => void;

  constructor(text: string, onEdit: () => void) {
    this.#texts = [text];
    this.#onEdit = onEdit;
  }

  text = (): string => this.#texts.at(-1)!;
  version = (): number => this.#texts.length;
  dispose = (): void => {};

  replace(text: string): void {
    this.#texts.push(text);
    this.#onEdit();
  }

  undo(): void {
    this.#texts.pop();
    this.#onEdit();
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

let disk: Disk;
let stored: Map<string, UnsavedFile>;

beforeEach(() => {
  disk = new Disk();
  stored = new Map();
});

function newFile(path: string): OpenFile {
  // A file of an earlier test may still store its edits.
  const own = stored;
  const store = {
    get: async ([, key]: string[]) => own.get(key!),
    put: async (file: UnsavedFile) => void own.set(file.path, file),
    delete: async ([, key]: string[]) => void own.delete(key!),
  } as UnsavedStore;
  const access = { path: 'api/agents/1', api: disk } as unknown as FileAccess;
  return new OpenFile({ path, workspace: '/w', access: () => access, store });
}

async function open(): Promise<OpenFile> {
  const file = newFile('a.txt');
  await file.load();
  return file;
}

function edit(file: OpenFile): TestBuffer {
  file.content.attach((text) => new TestBuffer(text, () => file.onEdit()));
  return file.content.buffer as TestBuffer;
}

test('an edit makes the file dirty; undoing or saving makes it clean', async () => {
  const file = await open();
  const buffer = edit(file);
  assert.equal(file.isDirty, false);
  buffer.replace('two\n');
  assert.equal(file.isDirty, true);
  buffer.undo();
  assert.equal(file.isDirty, false);
  buffer.replace('three\n');
  assert.equal(await file.save(), true);
  assert.equal(file.isDirty, false);
  assert.deepEqual(disk.saves, ['three\n']);
  await file.close();
});

test('the disk version changes with a save and with a change on disk', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  const opened = file.diskVersion;
  await file.save();
  const saved = file.diskVersion;
  assert.notEqual(saved, opened);
  disk.text = 'theirs\n';
  await file.refresh();
  assert.notEqual(file.diskVersion, saved);
  await file.close();
});

test('saving an unedited file writes nothing', async () => {
  const file = await open();
  edit(file);
  assert.equal(await file.save(), true);
  assert.deepEqual(disk.saves, []);
});

test('an unedited file follows the disk without becoming dirty', async () => {
  const file = await open();
  const buffer = edit(file);
  disk.text = 'from the agent\n';
  await file.refresh();
  assert.equal(buffer.text(), 'from the agent\n');
  assert.equal(file.isDirty, false);
});

test('R-40: a save after a change on disk keeps both versions, and "keep mine" overwrites theirs', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.text = 'theirs\n';
  assert.equal(await file.save(), false);
  assert.equal(file.theirs?.text, 'theirs\n');
  assert.equal(file.text, 'mine\n');
  assert.equal(await file.save(), false, 'a second save does not overwrite theirs either');
  assert.equal(disk.text, 'theirs\n');
  await file.keepMine();
  assert.equal(disk.text, 'mine\n');
  assert.equal(file.theirs, null);
  assert.equal(file.isDirty, false);
  await file.close();
});

test('"take theirs" shows their text, and undo brings mine back', async () => {
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\n');
  disk.text = 'theirs\n';
  await file.refresh();
  file.takeTheirs();
  assert.equal(file.text, 'theirs\n');
  assert.equal(file.isDirty, false);
  buffer.undo();
  assert.equal(file.text, 'mine\n');
  assert.equal(file.isDirty, true);
  await file.close();
});

test('"merge" keeps edits of both sides in different lines, is saved only on request, and can be undone', async () => {
  disk.text = 'one\ntwo\nthree\n';
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\ntwo\nthree\n');
  disk.text = 'one\ntwo\ntheirs\n';
  await file.refresh();
  assert.equal(await file.save(), false);
  assert.match(file.failure!, /^Not saved/);
  file.merge(file.content.resolve()!);
  assert.deepEqual([file.text, file.theirs, file.isDirty], ['mine\ntwo\ntheirs\n', null, true]);
  assert.deepEqual([disk.saves, file.failure], [[], null]);
  assert.equal(await file.save(), true);
  assert.equal(disk.text, 'mine\ntwo\ntheirs\n');
  buffer.undo();
  assert.deepEqual([file.text, file.isDirty], ['mine\ntwo\nthree\n', true]);
  await file.close();
});

test('undoing a merge brings the conflict back, so that theirs is never overwritten without asking', async () => {
  disk.text = 'one\ntwo\nthree\n';
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\ntwo\nthree\n');
  disk.text = 'one\ntwo\ntheirs\n';
  await file.refresh();
  file.merge(file.content.resolve()!);
  buffer.undo();
  assert.deepEqual([file.text, file.theirs?.text, file.isDirty], ['mine\ntwo\nthree\n', disk.text, true]);
  assert.equal(await file.save(), false);
  assert.equal(disk.text, 'one\ntwo\ntheirs\n');
  // After all edits are undone, the file follows the disk again when it is read.
  buffer.undo();
  assert.equal(file.isDirty, false);
  await file.refresh();
  assert.equal(file.text, disk.text);
  await file.close();
});

test('if both sides changed the same line, nothing is merged before the user has chosen between them', async () => {
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\n');
  disk.text = 'theirs\n';
  await file.refresh();
  const resolution = file.content.resolve()!;
  file.merge(resolution);
  assert.deepEqual([file.text, file.theirs?.text], ['mine\n', 'theirs\n']);
  assert.match(file.failure!, /same lines/);
  resolution.choose(0, 'both');
  buffer.replace('mine and more\n');
  file.merge(resolution);
  assert.equal(file.text, 'mine and more\n', 'the choice was about another text');
  buffer.undo();
  file.merge(resolution);
  assert.deepEqual([file.text, file.theirs, file.isDirty], ['mine\ntheirs\n', null, true]);
  await file.close();
});

test('a text for the editor replaces what it was made from, which can be undone, and nothing newer', async () => {
  disk.text = 'one\ntwo\n';
  const file = await open();
  const buffer = edit(file);
  await file.edit({ from: 'one\ntwo\n', to: 'one\n' });
  assert.deepEqual([file.text, file.isDirty, disk.text], ['one\n', true, 'one\ntwo\n']);
  await file.edit({ from: 'one\ntwo\n', to: 'two\n' });
  assert.equal(file.text, 'one\n');
  assert.match(file.failure!, /changed since/);
  buffer.undo();
  assert.deepEqual([file.text, file.isDirty], ['one\ntwo\n', false]);
  await file.close();
});

test('when the file changes on disk again before "keep mine", there is another conflict', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.text = 'theirs\n';
  await file.refresh();
  disk.text = 'theirs, again\n';
  await file.keepMine();
  assert.equal(disk.text, 'theirs, again\n');
  assert.equal(file.theirs?.text, 'theirs, again\n');
  assert.equal(file.text, 'mine\n');
  await file.close();
});

test('edits made during a save stay unsaved', async () => {
  const file = await open();
  const buffer = edit(file);
  buffer.replace('first\n');
  disk.duringSave = () => buffer.replace('first and more\n');
  assert.equal(await file.save(), false);
  assert.equal(disk.text, 'first\n');
  assert.equal(file.isDirty, true);
  buffer.undo();
  assert.equal(file.isDirty, false, 'the saved version is the clean one');
  await file.close();
});

test('reading the file during a save is not a conflict', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  await Promise.all([file.save(), file.refresh()]);
  assert.equal(file.theirs, null);
  assert.equal(file.isDirty, false);
});

test('R-47: a deleted file keeps its text and is created again only on request', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.bytes = null;
  await file.refresh();
  assert.equal(file.isDeleted, true);
  assert.equal(await file.save(), false);
  assert.equal(disk.bytes, null);
  await file.keepMine();
  assert.equal(disk.text, 'mine\n');
  assert.equal(file.isDeleted, false);
  await file.close();
});

test('R-49: unsaved edits come back after a reload, as an edit of the saved text', async () => {
  const before = await open();
  edit(before).replace('mine\n');
  await before.storeEdits();
  const file = await open();
  assert.equal(file.isDirty, true);
  assert.equal(file.text, 'mine\n');
  const buffer = edit(file);
  assert.equal(buffer.text(), 'mine\n');
  buffer.undo();
  assert.equal(buffer.text(), 'one\n');
  assert.equal(file.isDirty, false);
  await file.close();
});

test('restored edits conflict with another version on disk', async () => {
  const before = await open();
  edit(before).replace('mine\n');
  await before.storeEdits();
  disk.text = 'theirs\n';
  const file = await open();
  assert.equal(file.text, 'mine\n');
  assert.equal(file.theirs?.text, 'theirs\n');
  disk.bytes = null;
  const again = await open();
  assert.equal(again.text, 'mine\n');
  assert.equal(again.isDeleted, true);
});

test('no unsaved edits remain stored once a file is saved or closed', async () => {
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\n');
  await file.storeEdits();
  assert.equal(stored.size, 1);
  await file.save();
  assert.equal(stored.size, 0);
  buffer.replace('more\n');
  await file.storeEdits();
  await file.close();
  assert.equal(stored.size, 0);
});

test('edits count as unstored until the browser has stored them', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  assert.equal(file.hasUnstoredEdits, true);
  const storing = file.storeEdits();
  assert.equal(file.hasUnstoredEdits, true);
  await storing;
  assert.equal(file.hasUnstoredEdits, false);
  await file.close();
});

test('R-49: a warning appears when the browser cannot store the edits', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  stored.set = () => {
    throw new Error('the disk is full');
  };
  await file.storeEdits();
  assert.match(file.failure ?? '', /the disk is full/);
  assert.equal(file.isDirty, true);
});

test('a refused file that is looked at again has another version only if it has changed', async () => {
  disk.refusal = new ApiError(415, 'binary', 'is a binary file');
  disk.partEtag = 'W/"1-1"';
  const file = await open();
  const { diskVersion } = file;
  await file.refresh();
  assert.equal(file.diskVersion, diskVersion);
  disk.partEtag = 'W/"1-2"';
  await file.refresh();
  assert.notEqual(file.diskVersion, diskVersion);
  const changed = file.diskVersion;
  // The server does not tell.
  disk.partEtag = null;
  await file.refresh();
  assert.notEqual(file.diskVersion, changed);
});

test('a refused file shows the reason and can be retried unless the reason is permanent', async () => {
  disk.refusal = new ApiError(415, 'binary', 'is a binary file');
  const binary = await open();
  assert.deepEqual(binary.phase, {
    status: 'refused',
    message: 'is a binary file',
    canRetry: false,
    isBinary: true,
    isHuge: false,
  });
  disk.refusal = new ApiError(0, 'unreachable', 'no answer');
  const file = await open();
  assert.equal(file.phase.status === 'refused' && file.phase.canRetry, true);
  disk.refusal = null;
  await file.refresh();
  assert.equal(file.text, 'one\n');
});

test('a file that grows too large for the editor is shown as huge, even after its deletion, unless it was edited', async () => {
  const edited = await open();
  edit(edited).replace('mine\n');
  const file = await open();
  disk.refusal = new ApiError(413, 'file_too_large', 'has 11 MiB');
  await Promise.all([file.refresh(), edited.refresh()]);
  assert.equal(file.phase.status === 'refused' && file.phase.isHuge, true);
  assert.equal(edited.phase.status, 'open');
  assert.equal(edited.failure, 'has 11 MiB');
  const { diskVersion } = file;
  disk.refusal = null;
  disk.bytes = null;
  await file.refresh();
  assert.equal(file.phase.status === 'refused' && file.phase.isHuge, true);
  assert.notEqual(file.diskVersion, diskVersion);
  disk.text = 'short again\n';
  await file.refresh();
  assert.equal(file.text, 'short again\n');
});

test('R-43: a failed save reports the reason and loses nothing', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.refusal = new ApiError(507, 'disk_full', 'the disk is full');
  assert.equal(await file.save(), false);
  assert.equal(file.failure, 'the disk is full');
  assert.equal(file.isDirty, true);
  disk.refusal = null;
  assert.equal(await file.save(), true);
  assert.equal(file.failure, null);
});

test('R-60: a save that the disk completes after its timeout does not conflict with the next save', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.duringSave = () => {
    throw new ApiError(504, 'disk_silent', 'it may still save it');
  };
  assert.equal(await file.save(), false);
  assert.match(file.failure ?? '', /may still save/);
  assert.equal(file.isDirty, true);
  disk.duringSave = () => {};
  assert.equal(await file.save(), true);
  assert.deepEqual([file.theirs, file.failure, disk.saves], [null, null, ['mine\n']]);
  await file.close();
});

test('a file that is not UTF-8 can be read but not saved', async () => {
  disk.bytes = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
  const file = await open();
  assert.deepEqual(file.phase, { status: 'open', isReadOnly: true });
  assert.equal(file.text, 'café');
  edit(file).replace('other');
  await file.save();
  assert.deepEqual(disk.saves, []);
  await file.close();
});

test('S-42, S-39: the user confirms each caution once per open file, and nothing is saved before that', async () => {
  const file = await open();
  const buffer = edit(file);
  disk.cautions = ['runs_code', 'hardlinked'];
  buffer.replace('mine\n');
  assert.equal(await file.save(), false);
  assert.equal(file.cautions.pending?.message, 'it is runs_code');
  assert.equal(file.failure, null);
  assert.deepEqual(disk.saves, []);
  await file.saveConfirmed();
  assert.equal(file.cautions.pending?.code, 'hardlinked', 'a second caution is a second question');
  assert.deepEqual(disk.saves, []);
  await file.saveConfirmed();
  assert.equal(file.cautions.pending, null);
  buffer.replace('more\n');
  assert.equal(await file.save(), true);
  assert.deepEqual(disk.saves, ['mine\n', 'more\n']);
  await file.close();
});

test('a panel that cannot be reached for a moment is not a problem of the file, but another refusal is', async () => {
  const file = await open();
  disk.refusal = new ApiError(0, 'unreachable', 'no answer');
  await file.refresh();
  assert.deepEqual([file.failure, file.text], [null, 'one\n']);
  disk.refusal = new ApiError(403, 'forbidden', 'may not be read');
  await file.refresh();
  assert.deepEqual([file.failure, file.text], ['may not be read', 'one\n']);
  disk.refusal = null;
  disk.text = 'two\n';
  await file.refresh();
  assert.deepEqual([file.failure, file.text], [null, 'two\n'], 'the problem is over');
});

test('a file says that it is being saved until that has ended, however it ends', async () => {
  const file = await open();
  const buffer = edit(file);
  for (const refusal of [null, new ApiError(507, 'disk_full', 'full')]) {
    buffer.replace(`${String(refusal)}\n`);
    disk.refusal = refusal;
    const saved = file.save();
    await Promise.resolve();
    assert.equal(file.isSaving, true);
    await saved;
    assert.equal(file.isSaving, false);
  }
  await file.close();
});

test('what is typed before the editor is there is an edit, until it is undone', async () => {
  const file = await open();
  file.editEarly('typed\n');
  assert.deepEqual([file.isDirty, file.hasUnstoredEdits], [true, true]);
  file.editEarly('one\n');
  assert.equal(file.isDirty, false);
  file.editEarly('typed\n');
  const buffer = edit(file);
  assert.equal(buffer.text(), 'typed\n');
  file.editEarly('late\n');
  assert.equal(file.text, 'typed\n', 'from now on, the editor has the text');
  buffer.undo();
  assert.deepEqual([file.text, file.isDirty], ['one\n', false]);
  await file.close();
});

test('a file that was shown in two places keeps the first editor, with its edits', async () => {
  const file = await open();
  const first = edit(file);
  first.replace('mine\n');
  assert.equal(edit(file), first);
  assert.equal(file.text, 'mine\n');
  await file.close();
});

test('a failed store of edits that were undone meanwhile is no problem', async () => {
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\n');
  stored.set = () => {
    throw new Error('the disk is full');
  };
  const storing = file.storeEdits();
  buffer.undo();
  await storing;
  assert.equal(file.failure, null);
});

test('a conflict that ends by itself takes its message with it', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.text = 'theirs\n';
  await file.refresh();
  await file.save();
  assert.match(file.failure ?? '', /^Not saved/);
  disk.text = 'one\n';
  await file.refresh();
  assert.deepEqual([file.failure, file.theirs, file.isDirty], [null, null, true]);
  await file.close();
});

test('a merge is stored like any other edit, and one that gives their text leaves nothing to save', async () => {
  disk.text = 'one\ntwo\nthree\n';
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\ntwo\nthree\n');
  await file.storeEdits();
  disk.text = 'mine\ntwo\ntheirs\n';
  await file.refresh();
  file.merge(file.content.resolve()!);
  assert.deepEqual([file.text, file.isDirty], ['mine\ntwo\ntheirs\n', false]);
  await new Promise(setImmediate);
  assert.equal(stored.size, 0);
  await file.close();
});

test('after a merge that gives their text, edits and their undo are those of a saved file', async () => {
  disk.text = 'one\ntwo\nthree\n';
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\ntwo\nthree\n');
  disk.text = 'mine\ntwo\ntheirs\n';
  await file.refresh();
  file.merge(file.content.resolve()!);
  buffer.replace('more\n');
  assert.equal(file.isDirty, true);
  buffer.undo();
  assert.deepEqual([file.text, file.isDirty, file.theirs], ['mine\ntwo\ntheirs\n', false, null]);
  await file.close();
});

test('a refusal that may be over goes while the file is read again, and a lasting one stays', async () => {
  for (const [status, code] of [
    [503, 'busy'],
    [413, 'file_too_large'],
  ] as const) {
    disk.refusal = new ApiError(status, code, code);
    const file = await open();
    const reading = file.refresh();
    await Promise.resolve();
    assert.equal(file.phase.status, status === 503 ? 'loading' : 'refused');
    assert.equal(file.mayHaveEdits, status === 503);
    await reading;
    disk.refusal = null;
  }
});

test('a caution is asked for at each save that it stops, and is gone once a save has another problem', async () => {
  const file = await open();
  edit(file).replace('mine\n');
  disk.cautions = ['runs_code'];
  await file.save();
  assert.notEqual(file.cautions.pending, null);
  disk.refusal = new ApiError(507, 'disk_full', 'full');
  await file.save();
  assert.deepEqual([file.cautions.pending, file.failure], [null, 'full']);
  await file.close();
});

test('what is typed while a file moves is there under its new path, even if that could not be read', async () => {
  for (const isLost of [false, true]) {
    const file = await open();
    const buffer = edit(file);
    const moved = newFile('b.txt');
    if (isLost) disk.refusal = new ApiError(0, 'unreachable', 'lost');
    const handed = file.handOver(moved);
    buffer.replace('typed\n');
    await handed;
    disk.refusal = null;
    assert.deepEqual([moved.text, moved.isDirty], ['typed\n', true]);
    assert.equal(await moved.save(), true);
    assert.equal(disk.text, 'typed\n');
    disk.text = 'one\n';
  }
});

test('edits that are undone while a file moves are not there under its new path', async () => {
  const file = await open();
  const buffer = edit(file);
  buffer.replace('mine\n');
  const moved = newFile('b.txt');
  const handed = file.handOver(moved);
  buffer.undo();
  await handed;
  assert.deepEqual([moved.text, moved.isDirty], ['one\n', false]);
});
