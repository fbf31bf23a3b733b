import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelNote } from './last-model.ts';

const gone = { provider: 'lab', id: 'gone' };
const here = { provider: 'demo', id: 'demo-tour' };

test('another model than the last one is named together with it', () => {
  assert.equal(
    modelNote([gone], here),
    'This session used the model lab/gone until now. pi continues it with demo/demo-tour.',
  );
  assert.match(modelNote([gone], null) ?? '', /lab\/gone .* no model/);
});

test('nothing is said about the model that was chosen or that answered last, or without either', () => {
  assert.equal(modelNote([here, gone], here), null);
  assert.equal(modelNote([gone, here], here), null, 'a choice may stand for the model that answers');
  assert.equal(modelNote([null, null], here), null);
});
