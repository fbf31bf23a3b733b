import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreviewLook } from '../../shared/frames.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { Frames, type Frame } from './frames.ts';
import { Looks } from './looks.ts';

const SEEN: PreviewLook = {
  ...{ address: 'index.html', title: 'Start', errors: 1, warnings: 0 },
  entries: [{ level: 'error', text: 'broken' }],
  tree: '- heading "Hello" [level=1]',
};

function setUp(limit = 60_000) {
  const frames = new Frames();
  const looks = new Looks(frames, limit);
  const open = (agent: string): Frame =>
    frames.open({
      agent,
      source: { file: 'index.html', hasNetwork: false },
      way: 'host',
      origin: 'http://127.0.0.1:4317',
      base: '',
    });
  const asked: Extract<ViewEvent, { type: 'panel_preview_look' }>[] = [];
  const emit = (event: ViewEvent): void => void (event.type === 'panel_preview_look' && asked.push(event));
  return { frames, looks, open, asked, look: () => looks.look({ id: 'a', emit }) };
}

test('pi looks only at a preview of its own agent for which the user has switched that on', async () => {
  const { open, look, asked } = setUp();
  const other = open('b');
  other.isLookable = true;
  const own = open('a');
  await assert.rejects(look(), /does not let you look/);
  assert.equal(asked.length, 0);
  own.isLookable = true;
  const seen = look();
  assert.equal(asked[0]!.frame, own.name);
  own.end.abort();
  await assert.rejects(seen, /does not answer/);
});

test('the model gets the address, the console, the accessible tree and the picture that the page sends', async () => {
  const { open, look, asked, looks } = setUp();
  const frame = open('a');
  frame.isLookable = true;
  const seen = look();
  looks.answer(frame, asked[0]!.look, { ...SEEN, picture: '/9j/' });
  const { text, pictures } = await seen;
  for (const part of ['index.html', 'Start', '1 errors, 0 warnings', 'error: broken', 'heading "Hello"'])
    assert.ok(text.includes(part), part);
  assert.deepEqual(pictures, [{ mimeType: 'image/jpeg', data: '/9j/' }]);
  assert.throws(() => looks.answer(frame, asked[0]!.look, SEEN), { status: 404, code: 'unknown_look' });
});

test('an answer counts only from the frame that was asked, and while the switch is on', async () => {
  const { open, look, asked, looks } = setUp();
  const frame = open('a');
  frame.isLookable = true;
  const seen = look();
  const { look: id } = asked[0]!;
  assert.throws(() => looks.answer(open('a'), id, SEEN), { status: 404 });
  frame.isLookable = false;
  assert.throws(() => looks.answer(frame, id, SEEN), { status: 404 });
  frame.isLookable = true;
  looks.answer(frame, id, SEEN);
  const { text, pictures } = await seen;
  assert.match(text, /No picture could be made/);
  assert.equal(pictures, undefined);
});

test('a page that does not answer keeps pi waiting no longer than the limit', async () => {
  const { open, look } = setUp(1);
  open('a').isLookable = true;
  await assert.rejects(look(), /does not answer/);
});
