import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import { answerComment, answerText, answerTitle } from './answer-comment.ts';

test('a comment quotes the beginning of what it is about, and says so if there is more', () => {
  const lines = Array.from({ length: 13 }, (_, at) => `line ${at}`);
  const quoteOf = (count: number): string | undefined =>
    answerComment('Why?', { text: `\n${lines.slice(0, count).join('\n')}\n`, message: 'k' }).quote;
  assert.equal(quoteOf(12), lines.slice(0, 12).join('\n'));
  assert.equal(quoteOf(13), `${lines.slice(0, 12).join('\n')}\n…`);
  const { title, place, comment } = answerComment('Why?', { text: 'Use a map.', message: 'k' });
  assert.deepEqual([title, place, comment], ['Answer “Use a map.”', { message: 'k' }, 'Why?']);
});

test('the title is one line of at most forty characters, none of them in halves', () => {
  assert.equal(answerTitle(' Use\n  a map. '), 'Answer “Use a map.”');
  assert.equal(answerTitle('a'.repeat(40)), `Answer “${'a'.repeat(40)}”`);
  assert.equal(answerTitle(`${'a'.repeat(39)} and more`), `Answer “${'a'.repeat(39)} …”`);
  assert.equal(answerTitle(`${'a'.repeat(39)}👩‍💻 wrote it`).isWellFormed(), true);
});

test('the text of an answer is what it says, without its thoughts and calls', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'One.' },
    { type: 'toolCall', id: 'c' },
    { type: 'text', text: 'Two.' },
  ];
  assert.equal(answerText({ content } as unknown as AssistantMessage), 'One.\n\nTwo.');
});
