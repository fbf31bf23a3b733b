import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { CodeEditor } from './code-editor.ts';
import type * as loader from './monaco-loader.ts';

let count = 0;

/** A page that has just been loaded. `fonts` has the ends of each request of its code font. */
async function openPage(t: TestContext) {
  const fonts: PromiseWithResolvers<unknown>[] = [];
  const load = (): Promise<unknown> => {
    const font = Promise.withResolvers<unknown>();
    fonts.push(font);
    return font.promise;
  };
  Object.assign(document, { fonts: { load } });
  t.after(() => Reflect.deleteProperty(document, 'fonts'));
  // What was loaded already is a matter of the module.
  const url = `./monaco-loader.ts?page=${++count}`;
  const { loadMonaco, preloadMonaco } = (await import(url)) as typeof loader;
  /** Resolves when the font, in both weights, is being fetched for the nth time. */
  const requested = async (time: number): Promise<void> => {
    while (fonts.length < time * 2 && !t.signal.aborted) await new Promise(setImmediate);
  };
  return { fonts, requested, loadMonaco, preloadMonaco };
}

test('Monaco is loaded once for all who want it, and opens with the code font', async (t) => {
  const { fonts, requested, loadMonaco } = await openPage(t);
  let isLoaded = false;
  const first = loadMonaco();
  void first.then(() => (isLoaded = true));
  assert.equal(loadMonaco(), first);
  await requested(1);
  fonts[0]!.resolve([]);
  await new Promise(setImmediate);
  assert.equal(isLoaded, false, 'the bold font is still on its way');
  fonts[1]!.resolve([]);
  assert.equal((await first).CodeEditor, CodeEditor);
  assert.equal(loadMonaco(), first);
  assert.equal(fonts.length, 2);
});

test('what could not be fetched is fetched again by the next who wants it', async (t) => {
  const { fonts, requested, loadMonaco } = await openPage(t);
  const failed = loadMonaco();
  await requested(1);
  fonts[0]!.reject(new Error('offline'));
  await assert.rejects(failed, { message: 'offline' });
  const again = loadMonaco();
  await requested(2);
  for (const font of fonts) font.resolve([]);
  assert.equal((await again).CodeEditor, CodeEditor);
});

test('Monaco is fetched ahead when the browser is idle, and a failure of that is nobody’s', async (t) => {
  const { fonts, requested, loadMonaco, preloadMonaco } = await openPage(t);
  const idle: (() => void)[] = [];
  Object.assign(globalThis, { requestIdleCallback: (act: () => void) => idle.push(act) });
  t.after(() => Reflect.deleteProperty(globalThis, 'requestIdleCallback'));
  preloadMonaco();
  assert.deepEqual([idle.length, fonts.length], [1, 0]);
  idle[0]!();
  await requested(1);
  fonts[0]!.reject(new Error('offline'));
  await new Promise(setImmediate);
  const loaded = loadMonaco();
  await requested(2);
  for (const font of fonts) font.resolve([]);
  await loaded;
  preloadMonaco();
  assert.equal(idle.length, 1, 'it is there already');
});

test('Safari, which does not say when it is idle, fetches Monaco ahead after a moment', async (t) => {
  const { fonts, requested, loadMonaco, preloadMonaco } = await openPage(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  preloadMonaco();
  t.mock.timers.tick(199);
  assert.equal(fonts.length, 0);
  t.mock.timers.tick(1);
  await requested(1);
  for (const font of fonts) font.resolve([]);
  await loadMonaco();
  assert.equal(fonts.length, 2);
});
