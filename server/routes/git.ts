// git in the workspace of an agent: its branch and changes, and the commit that the user asks for.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ChosenFile, CommitRequest, CommitResult, GitAnswer, GitState } from '../../shared/git.ts';
import { Refusal } from '../../shared/refusal.ts';
import { commit } from '../git/commit.ts';
import { readGitState } from '../git/git-state.ts';
import { answerQuestion, isGitRunning, pollGitOutput, stopWritingGits } from '../git/running-git.ts';
import { resolveFolder } from '../host/folders.ts';
import type { Host } from '../host/host.ts';
import { parsePath } from '../workspace/workspace-path.ts';
import { checkPrograms } from './git-programs.ts';
import { countQuery, formOf, readBody, requiredQuery, shortText } from './request.ts';

const MAX_FILES = 5000;
const MAX_MESSAGE = 100_000;

const path = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const hunks = v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.minLength(1));
const request: v.GenericSchema<CommitRequest> = v.strictObject({
  message: v.exactOptional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_MESSAGE))),
  files: v.pipe(v.array(v.strictObject({ path, hunks: v.exactOptional(hunks) })), v.maxLength(MAX_FILES)),
  amend: v.exactOptional(v.literal(true)),
  signoff: v.exactOptional(v.literal(true)),
});

/** More than a passphrase, which one line holds. */
const line = v.pipe(v.string(), v.maxLength(10_000), v.regex(/^[^\r\n]*$/, 'must be one line'));
const answer = formOf<v.GenericSchema<GitAnswer>>({
  answer: v.strictObject({ answer: line }),
  cancelled: v.strictObject({ cancelled: v.literal(true) }),
});

const inFolder = v.strictObject({ folder: shortText(4096) });

export function gitRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/agents/:agent/git', async (c) => {
    const { id, workspace } = host.registry.get(c.req.param('agent'));
    // From now on, the page is told about changes.
    await host.followFiles(id, []);
    const state = await readGitState(workspace);
    if (state && 'files' in state) await host.followFiles(id, Object.keys(state.files));
    if (state === null || !('files' in state)) return c.json(state);
    const lost = host.gitActs.lostIn(workspace);
    const more = { ...(isGitRunning(workspace) && { isBusy: true as const }), ...(lost && { lost }) };
    return c.json({ ...state, ...more } satisfies GitState);
  });

  routes.post('/agents/:agent/git/commit', async (c) => {
    const agent = host.registry.get(c.req.param('agent'));
    const { files, ...rest } = await readBody(c, request);
    if (files.length === 0 && rest.message === undefined)
      throw new Refusal(400, 'bad_body', 'files: at least one is needed without a message.');
    const { chosen, leftOut } = parseChosen(files);
    await checkPrograms(c, agent.workspace);
    const { message } = rest;
    // Committed changes count as kept.
    const result = await host.gitActs.run(
      agent.workspace,
      commit(agent.workspace, { ...rest, files: chosen }),
      {
        isGone: () => c.req.raw.signal.aborted,
        failureOf: ({ isDone, commands }) => {
          const words = commands.at(-1)?.output.trim() ?? '';
          return isDone ? null : { words, ...(message !== undefined && { message }) };
        },
      },
    );
    return c.json({ ...result, ...(leftOut.length > 0 && { leftOut }) } satisfies CommitResult);
  });

  routes.get('/git/output', async (c) => {
    const folder = await resolveFolder(requiredQuery(c, 'folder', 'the folder'), 'folder');
    const isFirst = c.req.query('revision') === undefined;
    const seen = countQuery(c, 'revision', { otherwise: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
    return c.json(await pollGitOutput(folder, isFirst ? undefined : seen));
  });

  routes.post('/git/stop', async (c) => {
    const { folder } = await readBody(c, inFolder);
    stopWritingGits(await resolveFolder(folder, 'folder'));
    return c.body(null, 204);
  });

  routes.post('/git/answers/:question', async (c) => {
    const body = await readBody(c, answer);
    answerQuestion(c.req.param('question'), 'answer' in body ? body.answer : null);
    return c.body(null, 204);
  });

  return routes;
}

/**
 * Leaves out the files with a name that the panel refuses, so that one of them does not keep the others from being
 * committed. Throws the Refusal if no other is chosen.
 */
export function parseChosen(files: readonly ChosenFile[]): {
  chosen: ChosenFile[];
  leftOut: NonNullable<CommitResult['leftOut']>;
} {
  const chosen: ChosenFile[] = [];
  const refused: { path: string; error: Refusal }[] = [];
  for (const file of files) {
    try {
      chosen.push({ ...file, path: parsePath(file.path) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ path: file.path, error });
    }
  }
  const [first] = refused;
  if (first && chosen.length === 0) throw first.error;
  return { chosen, leftOut: refused.map(({ path, error }) => ({ path, reason: error.message })) };
}
