// The questions of the sub-agents of `pi-subagents` (0.67): files in a folder for each of them, in which the package also
// expects the answer. Its tool for the agent writes the same.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fieldsOf, isText, textOf } from '../../../shared/children/child.ts';
import { readRegularText } from '../../lib/regular-file.ts';
import { replaceWholeFile } from '../../lib/replace-whole-file.ts';
import type { ChildQuestion } from './source.ts';

export interface SupervisorRequest extends ChildQuestion {
  /** The run of the child, and its place in that run. */
  runId: string;
  index: number;
  text: string;
}

/** Resolves to the questions to this session that nobody has answered yet. */
export async function readSupervisorRequests(session: string): Promise<SupervisorRequest[]> {
  const root = path.join(packageFolder(), 'supervisor-channels');
  const channels = await readdir(root).catch(() => []);
  const found = await Promise.all(
    channels.map(async (channel) => {
      const folder = path.join(root, channel);
      const names = await readdir(path.join(folder, 'requests')).catch(() => []);
      return Promise.all(
        names.filter((name) => name.endsWith('.json')).map((name) => readRequest(folder, name, session)),
      );
    }),
  );
  return found.flat(2);
}

/** One that only reports progress expects no answer. */
async function readRequest(folder: string, name: string, session: string): Promise<SupervisorRequest[]> {
  const file = path.join(folder, 'requests', name);
  const reply = path.join(folder, 'replies', name);
  try {
    const request = fieldsOf(JSON.parse(await readRegularText(file)));
    const { id, runId, childIndex, expectsReply, orchestratorSessionId, expiresAt } = request;
    const isOpen = expectsReply === true && !(typeof expiresAt === 'number' && expiresAt < Date.now());
    if (!isText(id) || !isText(runId) || !isOpen || orchestratorSessionId !== session) return [];
    if (existsSync(reply)) return [];
    return [
      {
        id,
        runId,
        index: Number(childIndex),
        text: textOf(request.message) || titleOf(request.interview),
        answer: (text) => writeReply({ file, reply, id, text }),
      },
    ];
  } catch {
    // The package removes requests, and another program writes them.
    return [];
  }
}

const titleOf = (interview: unknown): string =>
  textOf(fieldsOf(interview).title) || (JSON.stringify(interview) ?? '');

async function writeReply({
  file,
  reply,
  id,
  text,
}: {
  file: string;
  reply: string;
  id: string;
  text: string;
}): Promise<void> {
  if (!existsSync(file)) throw new Error('The sub-agent does not wait for an answer any more.');
  const answer = { type: 'subagent.supervisor.reply', requestId: id, createdAt: Date.now(), message: text };
  await replaceWholeFile(reply, JSON.stringify(answer));
  await rm(file, { force: true });
}

/** As the package finds it. */
function packageFolder(): string {
  const own = process.env.PI_SUBAGENTS_TEMP_ROOT?.trim();
  if (own) return path.resolve(own);
  const { USERNAME = '', USER = '', LOGNAME = '' } = process.env;
  const user = (USERNAME || USER || LOGNAME).trim().replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  const scope = process.getuid ? `uid-${process.getuid()}` : `user-${user.replaceAll(/^-+|-+$/g, '')}`;
  return path.join(tmpdir(), `pi-subagents-${scope}`);
}
