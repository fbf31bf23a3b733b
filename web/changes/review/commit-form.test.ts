import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommitRequest, CommitResult, GitState } from '../../../shared/git.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { gitOf } from '../../state/agent/git.svelte.ts';
import { CommitForm } from './commit-form.svelte.ts';
import type { ReviewedFile } from './review.svelte.ts';
import type { ReviewMarks } from './review-marks.svelte.ts';

const file = (path: string, ids: string[], from?: string): ReviewedFile =>
  ({ path, ids, ...(from !== undefined && { from }) }) as unknown as ReviewedFile;
const FILES = [file('a', ['a1', 'a2']), file('b', ['b1']), file('new', ['n1'], 'old')];

const DONE: CommitResult = { isDone: true, hash: 'abc1234', branch: 'main', commands: [] };

/** The form about three files. git answers with `answer`, and has staged some paths. */
function dialog({ kept = [] as string[], staged = [] as string[], startsStaged = false } = {}) {
  const sent: CommitRequest[] = [];
  const leftOut: unknown[] = [];
  const state = { answer: DONE as CommitResult | Error, last: 'the last one' as string | Error };
  const answer = (value: unknown): Promise<unknown> =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  const json = (path: string, { body }: { body?: CommitRequest } = {}): Promise<unknown> => {
    if (path.includes('/git/message'))
      return answer(state.last instanceof Error ? state.last : { message: state.last });
    if (!path.endsWith('/git/commit')) return answer(gitOf(agent).state);
    sent.push(body!);
    return answer(state.answer);
  };
  const agent = { path: 'api/agents/1', api: { json } } as unknown as Agent;
  gitOf(agent).state = { staged } as unknown as GitState;
  const form = new CommitForm(
    {
      agent: () => agent,
      files: () => FILES,
      marks: () => ({ has: (id: string) => kept.includes(id) }) as ReviewMarks,
      suggest: (paths) => `change ${paths.join(' ')}`,
      onleftout: (files) => leftOut.push(...files),
    },
    startsStaged,
  );
  return { form, sent, leftOut, state };
}

test('what the user kept is committed, else everything, or at first what is staged if the user came from there', () => {
  assert.equal(dialog().form.what, 'all');
  assert.equal(dialog({ kept: ['a1'] }).form.what, 'kept');
  assert.equal(dialog({ kept: ['a1'], startsStaged: true }).form.what, 'staged');
});

test('of a file that was kept in part only the kept hunks are committed', async () => {
  const { form, sent } = dialog({ kept: ['a2', 'b1'] });
  assert.deepEqual([form.count, form.countHunks(form.kept), form.countHunks(form.all)], [2, 2, 4]);
  await form.commit(false);
  assert.deepEqual(sent, [{ files: [{ path: 'a', hunks: ['a2'] }, { path: 'b' }], message: 'change a b' }]);
});

test('a commit of what is staged adds nothing to it', async () => {
  const { form, sent } = dialog({ kept: ['a1'], staged: ['x', 'y'], startsStaged: true });
  assert.deepEqual([form.count, form.message], [2, 'change x y']);
  await form.commit(false);
  assert.deepEqual(sent[0]?.files, []);
});

test('paths that are committed only because they are staged are named, but not the old path of a rename', () => {
  const { form } = dialog({ kept: ['a1', 'n1'], staged: ['a', 'b', 'old', 'new', 'x'] });
  assert.deepEqual(form.others, ['b', 'x']);
  form.what = 'staged';
  assert.deepEqual(form.others, []);
});

test('the message follows the choice until the user edits it, and then stays as it is', () => {
  const { form } = dialog({ kept: ['a1'] });
  assert.equal(form.message, 'change a');
  form.what = 'all';
  assert.equal(form.message, 'change a b new');
  form.message = '';
  form.what = 'kept';
  assert.equal(form.message, '', 'the user has removed it');
  assert.equal(form.canCommit, false);
});

test('an amended commit keeps its message, unless the user has written one', async () => {
  const { form, sent } = dialog();
  await form.amend(true);
  assert.equal(form.message, 'the last one');
  form.signsOff = true;
  await form.commit(false);
  assert.deepEqual([sent[0]?.amend, sent[0]?.signoff, sent[0]?.message], [true, true, 'the last one']);
  await form.amend(false);
  assert.equal(form.message, 'change a b new');
  form.message = 'mine';
  await form.amend(true);
  assert.equal(form.message, 'mine');
});

test('without the last message the suggestion stays, and the reason is shown', async () => {
  const { form, state } = dialog();
  state.last = new ApiError(500, 'failed', 'git failed');
  await form.amend(true);
  assert.deepEqual([form.message, form.failure], ['change a b new', 'git failed']);
});

test('nothing can be committed without a file, but a message can be amended', async () => {
  const { form } = dialog({ startsStaged: true });
  form.message = 'words';
  assert.deepEqual([form.count, form.canCommit, form.canStage], [0, false, false]);
  await form.amend(true);
  assert.deepEqual([form.canCommit, form.canStage], [true, false]);
  form.message = ' \n';
  assert.equal(form.canCommit, false);
});

test('staging sends no message and is no commit', async () => {
  const { form, sent } = dialog({ kept: ['b1'] });
  form.signsOff = true;
  assert.equal(await form.commit(true), null);
  assert.deepEqual(sent, [{ files: [{ path: 'b' }] }]);
  assert.equal(form.result?.isDone, true);
});

test('the form closes only for a commit that was made; else it shows the output of git, or why nothing was sent', async () => {
  const { form, state, leftOut } = dialog();
  const refused: CommitResult = { isDone: false, leftOut: [{ path: 'a', reason: 'x' }], commands: [] };
  state.answer = refused;
  assert.equal(await form.commit(false), null);
  assert.deepEqual([form.result, form.isBusy, leftOut], [refused, false, []]);
  state.answer = new ApiError(0, 'unreachable', 'lost');
  assert.equal(await form.commit(false), null);
  assert.deepEqual([form.result, form.failure, form.isBusy], [null, 'lost', false]);
  state.answer = { ...DONE, leftOut: [{ path: 'b', reason: 'its name' }] };
  assert.equal((await form.commit(false))?.hash, 'abc1234');
  assert.deepEqual([form.failure, leftOut], [null, [{ path: 'b', reason: 'its name' }]]);
});

test('while a commit runs, no other one can be started', async () => {
  const { form } = dialog();
  const running = form.commit(false);
  assert.deepEqual([form.isBusy, form.canCommit, form.canStage], [true, false, false]);
  await running;
  assert.deepEqual([form.canCommit, form.canStage], [true, true]);
});

test('a draft of pi is the message, unless the user has typed meanwhile, and a failed one leaves what there was', async () => {
  const { form, state } = dialog();
  state.last = 'drafted';
  await form.draftMessage();
  assert.deepEqual([form.message, form.isDrafting], ['drafted', false]);
  state.last = 'drafted again';
  const drafting = form.draftMessage();
  assert.equal(form.isDrafting, true);
  form.message = 'mine';
  await drafting;
  assert.equal(form.message, 'mine');
  state.last = new Error('No model is chosen.');
  await form.draftMessage();
  assert.deepEqual([form.message, form.failure, form.isDrafting], ['mine', 'No model is chosen.', false]);
});
