import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeModelError } from './model-error.ts';

test('the whole text is shown as details only if something was left out', () => {
  assert.equal(describeModelError('terminated').details, null);
  const raw = '400: {"message":"No","code":"x"}';
  assert.deepEqual([describeModelError(raw).text, describeModelError(raw).details], ['400: No', raw]);
  assert.equal(describeModelError(undefined).text, 'It gave no reason.');
});

test('each kind of error offers the most promising step first', () => {
  const first = (raw: string): unknown => describeModelError(raw).steps[0];
  assert.equal(first("400: This model's maximum context length is 128000 tokens."), 'compact_retry');
  assert.equal(first('400: {"error":{"code":"context_length_exceeded","message":"x"}}'), 'compact_retry');
  assert.equal(first('401: {"error":{"message":"Incorrect API key provided"}}'), 'providers');
  assert.equal(first('429: Rate limit reached'), 'retry');
  assert.equal(first('529: Overloaded'), 'retry');
  assert.equal(first('terminated'), 'retry');
  assert.equal(first('400: something else'), 'retry');
  assert.equal(first('404: The model `x` was not found'), 'set_model');
});

test('a provider that limits requests is not taken for one without credit, or for a long conversation', () => {
  const title = (raw: string): unknown => describeModelError(raw).title;
  const limited = 'Rate limited by the provider';
  assert.equal(title('ThrottlingException: Too many tokens, please wait before trying again.'), limited);
  assert.equal(
    title('429: Rate limit reached. Add a payment method: https://x.test/account/billing'),
    limited,
  );
  assert.equal(
    title('429: You exceeded your quota (insufficient_quota)'),
    'The provider reports no credit left',
  );
  assert.equal(title('400: too many tokens'), 'The conversation is too long for this model');
});

test('an address at which there is nothing is not taken for an unknown model', () => {
  assert.equal(describeModelError('404 page not found').title, 'Nothing was found at the provider’s address');
  assert.equal(describeModelError('404 page not found').steps[0], 'providers');
});

test('a number inside a message is not mistaken for a status', () => {
  assert.equal(describeModelError('400: bad value 529').title, 'The model failed');
});

test('an internal failure of the provider is not reported as an overload', () => {
  assert.equal(describeModelError('500: TypeError: x is undefined').title, 'The provider failed');
  assert.equal(describeModelError('503: Service unavailable').title, 'The provider is overloaded');
});
