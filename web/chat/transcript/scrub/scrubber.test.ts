import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredPrompt } from '../../../../shared/searches.ts';
import type { ConversationSearch } from '../../../state/agent/conversation-search.ts';
import type { OlderRows } from '../scroll/older-rows.svelte.ts';
import { Scrubber } from './scrubber.svelte.ts';

const prompt = (n: number): StoredPrompt => ({ key: `user-${n}`, at: n, text: `${n}` });

test('a message that was chosen while others were being loaded may be gone when its turn comes', async () => {
  const shown: string[] = [];
  const loading = Promise.withResolvers<boolean>();
  const showPlace = ({ key }: { key: string }): Promise<boolean> => {
    shown.push(key);
    return loading.promise;
  };
  const scrubber = new Scrubber({
    search: () => ({}) as ConversationSearch,
    log: () => ({ getBoundingClientRect: () => ({ top: 0 }) }) as HTMLElement,
    older: () => ({ showPlace, unmark: () => undefined }) as unknown as OlderRows,
  });
  scrubber.prompts = [1, 2, 3].map(prompt);
  const going = scrubber.go(0);
  void scrubber.go(2);
  scrubber.prompts = [prompt(1)];
  loading.resolve(true);
  await going;
  assert.deepEqual(shown, ['user-1']);
  assert.equal(scrubber.isGoing, false);
});
