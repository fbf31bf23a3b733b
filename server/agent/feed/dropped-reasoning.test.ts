import assert from 'node:assert/strict';
import { test } from 'node:test';
import { droppedReasoning } from './dropped-reasoning.ts';

const of = (type: string, transformations: unknown): unknown => [{ type, details: { transformations } }];

test('reasoning that a provider dropped is counted, and each reason is named once', () => {
  assert.deepEqual(
    droppedReasoning(
      of('openai_input_transformations', [
        { type: 'reasoning', reason: 'prefix_mismatch' },
        { type: 'reasoning', reason: 'prefix_mismatch' },
        { type: 'other' },
      ]),
    ),
    { provider: 'OpenAI', count: 2, reasons: ['prefix_mismatch'] },
  );
  assert.deepEqual(droppedReasoning(of('anthropic_input_transformations', [{ type: 'thinking_dropped' }])), {
    provider: 'Anthropic',
    count: 1,
    reasons: [],
  });
});

test('diagnostics of other kinds, and values of any shape, say nothing', () => {
  for (const odd of [
    undefined,
    null,
    'text',
    [null, 1],
    of('newer_transformations', [{ type: 'reasoning' }]),
    of('openai_input_transformations', 'none'),
    of('openai_input_transformations', [{ type: 'other' }, null]),
    [{ type: 'openai_input_transformations' }],
  ])
    assert.equal(droppedReasoning(odd), undefined);
});
