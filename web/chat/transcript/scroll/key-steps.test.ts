// The keys that go from message to message.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { MessageStep } from '../../../state/workbench/region-ports.ts';
import type { Workbench } from '../../../state/workbench/workbench.svelte.ts';
import type { Row } from '../rows.ts';
import { keySteps } from './key-steps.ts';
import type { OlderRows } from './older-rows.svelte.ts';
import type { ReaderScroll } from './reader-scroll.svelte.ts';
import type { RowWindow } from './row-window.svelte.ts';

/** The height of a row, in px. */
const ROW = 50;

class Message {
  readonly dataset: { row: string; key: string };
  readonly #top: () => number;
  tabIndex = 0;

  constructor(key: string, top: () => number) {
    this.dataset = { row: key, key };
    this.#top = top;
  }

  getBoundingClientRect(): { top: number } {
    return { top: this.#top() };
  }

  querySelector(): Message {
    return this;
  }

  closest(selector: string): Message | null {
    return selector.includes('user-') && !this.dataset.key.startsWith('user-') ? null : this;
  }

  focus(): void {
    Object.assign(document, { activeElement: this });
  }
}

const rowOf = (key: string): Row => {
  const kind = /^(work|foot|boundary)/.exec(key)?.[1] ?? 'entry';
  const role = key.startsWith('user') ? 'user' : 'assistant';
  return { kind, key, entry: { key, message: { role } } } as unknown as Row;
};

/** A conversation with these rows, of which the first `older` ones have to be loaded. Two rows fit into the view. */
function setUp(t: TestContext, keys: readonly string[], { older = 0, hasLog = true } = {}) {
  const done: string[] = [];
  let from = older;
  const log = {
    scrollTop: 0,
    clientHeight: 2 * ROW,
    scrollHeight: (keys.length - older) * ROW,
    contains: () => true,
    getBoundingClientRect: () => ({ top: 0, bottom: 2 * ROW }),
    querySelectorAll: () => keys.slice(from).map(messageOf),
    querySelector: (selector: string) => {
      const key = /data-row="([^"]+)"/.exec(selector)![1]!;
      return key.startsWith('foot') ? null : messageOf(key);
    },
  };
  const messages = new Map<string, Message>();
  function messageOf(key: string): Message {
    const at = keys.indexOf(key);
    const known = messages.get(key) ?? new Message(key, () => (at - older) * ROW - log.scrollTop);
    messages.set(key, known);
    return known;
  }
  const rows = (): Row[] => keys.slice(from).map(rowOf);
  const steps = keySteps({
    log: () => (hasLog ? (log as unknown as HTMLElement) : null),
    rows,
    window: { show: () => Promise.resolve(), hasBelow: false } as unknown as RowWindow,
    scroll: {
      show: (row: Message) => done.push(`show ${row.dataset.row}`),
      toEnd: () => done.push('end'),
    } as unknown as ReaderScroll,
    older: {
      reach: async (find: () => Row | undefined) => {
        if (find() === undefined) from = 0;
        return Promise.resolve(find());
      },
    } as unknown as OlderRows,
    workbench: { composer: { get: () => ({ focus: () => done.push('composer') }) } } as unknown as Workbench,
  });
  const globals = {
    HTMLElement: Message,
    CSS: { escape: (text: string) => text },
    document: { activeElement: null },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  t.after(() => Object.keys(globals).forEach((name) => Reflect.deleteProperty(globalThis, name)));
  const settled = (): Promise<void> => new Promise(setImmediate);
  return {
    ...{ done, log, focus: (key: string) => messageOf(key).focus() },
    message: async (to: MessageStep) => (steps.stepMessage(to), await settled(), done.at(-1)),
    prompt: async (by: 1 | -1) => (steps.stepPrompt(by), await settled(), done.at(-1)),
  };
}

const TURNS = ['user-1', 'answer-1', 'user-2', 'work-2', 'answer-2', 'foot-2'];

test('a step goes from message to message, and over the lines between them', async (t) => {
  const { message, focus } = setUp(t, ['user-1', 'boundary', 'work-1', 'foot-1', 'user-2']);
  focus('user-1');
  assert.equal(await message(1), 'show work-1');
  assert.equal(await message(1), 'show user-2');
  assert.equal(await message(-1), 'show work-1');
  assert.equal(await message(-1), 'show user-1');
});

test('from outside the conversation, a step back goes to the newest message, and a step on to the composer', async (t) => {
  const back = setUp(t, TURNS);
  assert.equal(await back.message(-1), 'show answer-2');
  const on = setUp(t, TURNS);
  await on.message(1);
  assert.deepEqual(on.done, ['end', 'composer']);
});

test('after the newest message comes the composer, and before the first one nothing', async (t) => {
  const { message, focus, done } = setUp(t, TURNS);
  focus('answer-2');
  await message(1);
  assert.deepEqual(done, ['end', 'composer']);
  focus('user-1');
  await message(-1);
  assert.deepEqual(done, ['end', 'composer']);
});

test('the newest message is reached from everywhere, and a step back loads what is older', async (t) => {
  const { message, focus } = setUp(t, TURNS, { older: 2 });
  focus('user-2');
  assert.equal(await message('newest'), 'show answer-2');
  focus('user-2');
  assert.equal(await message(-1), 'show answer-1');
});

test("the user's messages are stepped through from the focused one, older ones are loaded, and at last comes the end", async (t) => {
  const { prompt, focus } = setUp(t, TURNS, { older: 2 });
  focus('user-2');
  assert.equal(await prompt(-1), 'show user-1');
  assert.equal(await prompt(1), 'show user-2');
  assert.equal(await prompt(1), 'end');
});

test('without focus, the step begins where the reader is: at the upper edge, or at the end below it', async (t) => {
  const keys = ['user-1', 'answer-1', 'user-2', 'answer-2', 'user-3', 'answer-3'];
  const reading = setUp(t, keys);
  reading.log.scrollTop = 2 * ROW;
  assert.equal(await reading.prompt(1), 'show user-3');
  const before = setUp(t, keys);
  before.log.scrollTop = 2 * ROW;
  assert.equal(await before.prompt(-1), 'show user-1');
  const atEnd = setUp(t, keys);
  atEnd.log.scrollTop = 4 * ROW;
  assert.equal(await atEnd.prompt(-1), 'show user-3');
});

test('while the conversation is not on the page, nothing happens', async (t) => {
  const { message, prompt, done } = setUp(t, TURNS, { hasLog: false });
  await message(-1);
  await prompt(1);
  assert.deepEqual(done, []);
});
