// Virtual models, which choose a model for each request.
import assert from 'node:assert/strict';
import type { Model } from '../../shared/pi/messages.ts';
import { onEveryPi } from './every-pi.ts';

const EXTENSION = `
export default function (pi) {
  if (!pi.registerVirtualModel) return;
  pi.registerVirtualModel({
    provider: 'router', id: 'auto', name: 'Auto',
    route: (_request, ctx) => ({ model: ctx.modelRegistry.find('demo', 'demo-tour'), thinkingLevel: 'off' }),
  });
}`;

onEveryPi({ extension: EXTENSION, versions: ['1.5.2', '1.6.0'] }, ({ test }) => {
  test('a virtual model is marked as one, and its answers name the model that it chose', async (panel) => {
    const { models } = await panel.command<{ models: Model[] }>({ type: 'get_available_models' });
    const marks = models.map(({ provider, id, isVirtual }) => [provider, id, isVirtual]);
    assert.deepEqual(
      marks.find(([, id]) => id === 'auto'),
      ['router', 'auto', true],
    );
    assert.deepEqual(
      marks.filter(([, id, isVirtual]) => id !== 'auto' && isVirtual),
      [],
    );
    await panel.command({ type: 'set_model', provider: 'router', modelId: 'auto' });
    assert.equal(panel.view.model?.isVirtual, true);
    await panel.converse('hello', 'Here.');
    const last = panel.view.entries.at(-1)?.message;
    assert.equal(last?.role === 'assistant' && last.model, 'demo-tour');
  });
});
