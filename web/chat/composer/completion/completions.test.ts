import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { emptyView } from '../../../../shared/view/view.ts';
import { ApiError } from '../../../lib/requests/api.ts';
import { memoryStorage } from '../../../lib/storage/persisted.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import { Completions } from './completions.svelte.ts';

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: memoryStorage(), configurable: true });
});

const COMMANDS = [
  { name: 'deploy', source: 'extension' },
  { name: 'review', source: 'prompt' },
];

/** An agent with these commands, whose files the test finds. */
function setUp() {
  const lists: string[] = [];
  const finds: { query: string; answer: (files: string[] | Error) => void }[] = [];
  const agent = {
    id: 'a',
    path: 'api/agents/a',
    reloads: 0,
    view: { ...emptyView('/w'), session: { id: 's' } },
    isRefusing: false,
    send: ({ type }: { type: string }) => {
      lists.push(type);
      return Promise.resolve(
        agent.isRefusing ? { success: false, error: 'no' } : { success: true, data: { commands: COMMANDS } },
      );
    },
    api: {
      json: (route: string, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          const query = new URL(route, 'http://x').searchParams.get('query')!;
          finds.push({
            query,
            answer: (files) =>
              files instanceof Error ? reject(files) : resolve({ files, note: `for ${query}` }),
          });
        }),
    },
  };
  const completions = new Completions(
    () => agent as unknown as Agent,
    [{ name: 'compact', description: 'Summarize' }],
  );
  const values = (): string[] => completions.choices.map(({ value }) => value);
  /** Resolves to the request for files that match `query`, once it was made. */
  const found = async (query: string): Promise<(typeof finds)[number]> => {
    for (;;) {
      const request = finds.find((one) => one.query === query);
      if (request) return request;
      await settled();
    }
  };
  return { agent, completions, lists, found, values };
}

const settled = (): Promise<void> => new Promise(setImmediate);

test('the commands of the page and of pi are offered together, and asked for once in each session', async () => {
  const { agent, completions, lists, values } = setUp();
  await Promise.all([completions.update('/', 1), completions.loadCommands()]);
  assert.deepEqual(values(), ['compact', 'deploy', 'review']);
  await completions.update('/d', 2);
  assert.deepEqual([values(), lists.length], [['deploy'], 1]);
  assert.deepEqual([...(await completions.extensionCommands())], ['deploy']);
  agent.reloads += 1;
  await completions.loadCommands();
  agent.view = { ...agent.view, session: { id: 't' } };
  await completions.loadCommands();
  await completions.loadCommands();
  assert.equal(lists.length, 3);
});

test('a list that pi refused is asked for again', async () => {
  const { agent, completions, lists } = setUp();
  agent.isRefusing = true;
  await completions.loadCommands();
  agent.isRefusing = false;
  await completions.loadCommands();
  assert.deepEqual([lists.length, completions.commands.length], [2, 2]);
});

test('the commands of the agent that is shown are loaded, although those of another one are under way', async () => {
  const { agent, completions } = setUp();
  const answers: ((name: string) => void)[] = [];
  agent.send = () => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof agent.send>>>();
    answers.push((name) => resolve({ success: true, data: { commands: [{ name, source: 'prompt' }] } }));
    return promise;
  };
  const first = completions.loadCommands();
  agent.id = 'b';
  const second = completions.loadCommands();
  answers[1]?.('of b');
  answers[0]!('of a');
  await Promise.all([first, second]);
  assert.deepEqual(
    completions.commands.map(({ name }) => name),
    ['of b'],
  );
});

test('a choice found for an older text is not inserted into what was typed since', async () => {
  const { completions, found } = setUp();
  const first = completions.update('see @a', 6);
  (await found('a')).answer(['a.ts']);
  await first;
  const second = completions.update('see @ab', 7);
  assert.equal(completions.choose('see @ab'), null);
  (await found('ab')).answer(['ab.ts']);
  await second;
  assert.deepEqual(completions.choose('see @ab'), { text: 'see @ab.ts ', caret: 11 });
});

test('only the files for the last text are offered, whichever answer comes last', async () => {
  const { completions, found, values } = setUp();
  const first = completions.update('see @a', 6);
  const { answer } = await found('a');
  const second = completions.update('see @ab', 7);
  (await found('ab')).answer(['ab.ts']);
  await second;
  answer(['a.ts']);
  await first;
  assert.deepEqual(values(), ['ab.ts']);
  assert.equal(completions.note, 'for ab');
  assert.deepEqual(completions.choose('see @ab'), { text: 'see @ab.ts ', caret: 11 });
  assert.deepEqual([completions.isOpen, completions.note, values()], [false, undefined, []]);
});

test('an answer that comes after the list was closed does not open it', async () => {
  const { completions, found } = setUp();
  const update = completions.update('@a', 2);
  const { answer } = await found('a');
  completions.close();
  answer(['a.ts']);
  await update;
  assert.equal(completions.isOpen, false);
});

test('a list that the user dismissed stays closed for that text, and opens for the next', async () => {
  const { completions } = setUp();
  await completions.update('/d', 2);
  completions.dismiss('/d');
  await completions.update('/d', 2);
  assert.equal(completions.isOpen, false);
  await completions.update('/de', 3);
  assert.equal(completions.isOpen, true);
  await completions.update('/d', 2);
  assert.equal(completions.isOpen, true);
});

test('where nothing can be completed, or files cannot be found, the list is closed', async () => {
  const { completions, found, values } = setUp();
  await completions.update('/d', 2);
  await completions.update('/d x', 4);
  assert.equal(completions.isOpen, false);
  const update = completions.update('@a', 2);
  (await found('a')).answer(new ApiError(0, 'unreachable', 'lost'));
  await update;
  await settled();
  assert.deepEqual([completions.isOpen, values()], [false, []]);
  assert.equal(completions.choose('@a'), null);
});

test('a choice that the text contains already is complete, so that Enter sends', async () => {
  const { completions } = setUp();
  await completions.update('/deplo', 6);
  assert.equal(completions.isComplete, false);
  await completions.update('/deploy', 7);
  assert.equal(completions.isComplete, true);
});

test('a list of commands that comes after the list was closed does not open it', async () => {
  const { completions } = setUp();
  const update = completions.update('/d', 2);
  completions.close();
  await update;
  assert.equal(completions.isOpen, false);
});

test('the completion of an extension replaces the text for which it was made, and no other', async () => {
  const { agent, completions } = setUp();
  const registered = { shortcuts: [], completes: ['paint'], hasProviders: false, hearsKeys: false };
  agent.view = { ...agent.view, registered };
  const whole = { text: '/paint red', caret: 10 };
  const { send } = agent;
  agent.send = ({ type }) =>
    type === 'panel_complete'
      ? (Promise.resolve({ success: true, data: [{ label: 'red', description: '', ...whole }] }) as never)
      : send({ type });
  await completions.update('/paint ', 7);
  assert.equal(completions.isOpen, true);
  assert.equal(completions.choose('/paint x'), null, 'the user has typed on');
  assert.deepEqual(completions.choose('/paint '), whole);
});

test('a completion of an extension that comes after the list was closed does not open it', async () => {
  const { agent, completions } = setUp();
  const registered = { shortcuts: [], completes: ['paint'], hasProviders: false, hearsKeys: false };
  agent.view = { ...agent.view, registered };
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const { send } = agent;
  agent.send = ({ type }) => {
    if (type !== 'panel_complete') return send({ type });
    asked.resolve();
    return answer.promise;
  };
  const updated = completions.update('/paint ', 7);
  await asked.promise;
  completions.close();
  const data = [{ label: 'red', description: '', text: '/paint red', caret: 10 }];
  answer.resolve({ success: true, data } as never);
  await updated;
  assert.equal(completions.isOpen, false);
});
