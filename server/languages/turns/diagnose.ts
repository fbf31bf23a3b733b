// The answer of the tool `diagnostics`: what language servers find in files as they are on disk.
import path from 'node:path';
import type { Problem } from '../../../shared/languages.ts';
import { languageOf } from '../../../shared/language-of.ts';
import type { LanguageServer } from '../language-server.ts';
import type { CheckedText } from './server-check.ts';
import { checkTurn } from './turn-check.ts';
import type { TurnAgent } from './turn-errors.ts';
import { readNow } from './turn-files.ts';

/** As much as a model reads of one result. */
const MAX_LINES = 300;
const MAX_FILES = 50;
const SEVERITIES = ['error', 'warning', 'information', 'hint'];

export interface DiagnoseOptions {
  isTrusted: () => Promise<boolean>;
  serversOf: (path: string) => Promise<readonly LanguageServer[]>;
}

/** `asked`: paths as the model gives them; those that the session has changed if absent. */
export async function diagnose(
  agent: Pick<TurnAgent, 'workspace' | 'changes'>,
  asked: readonly string[] | undefined,
  { isTrusted, serversOf }: DiagnoseOptions,
): Promise<string> {
  if (!(await isTrusted()))
    throw new Error('Language servers do not run, because the user has not trusted this folder.');
  const named = asked?.map((one) => inWorkspace(agent.workspace, one)) ?? (await changedPaths(agent));
  const paths = [...new Set(named)];
  if (paths.length === 0) return 'No file was changed in this session. Name files in `paths`.';
  const [texts, notes]: [CheckedText[], string[]] = [[], []];
  for (const file of paths.slice(0, MAX_FILES)) {
    const text = await readNow(agent.workspace, file);
    if (text === null) notes.push(`${file}: it is not a text file of this folder.`);
    else if ((await serversOf(file)).length === 0) notes.push(`${file}: no language server is there for it.`);
    else texts.push({ path: file, text });
  }
  if (paths.length > MAX_FILES) notes.push(`${paths.length - MAX_FILES} more files were not looked at.`);
  const { now } = await checkTurn(serversOf, [], texts);
  const lines = texts.flatMap(({ path: file }) => {
    const found = now.get(file);
    if (!found) return [`${file}: the language server did not answer.`];
    const problems = found.problems.filter(({ severity }) => severity < 4);
    return problems.length === 0 ? [`${file}: no problems.`] : problems.map((one) => lineOf(file, one));
  });
  const more = lines.length - MAX_LINES;
  return [
    ...notes,
    ...lines.slice(0, MAX_LINES),
    ...(more > 0 ? [`${more} more lines are left out.`] : []),
  ].join('\n');
}

async function changedPaths({ changes }: Pick<TurnAgent, 'changes'>): Promise<string[]> {
  const { files } = await changes.list();
  return files
    .filter(({ undone, kind, path: file }) => !undone && kind !== 'deleted' && languageOf(file) !== undefined)
    .map(({ path: file }) => file);
}

/** pi's own tools take absolute paths, too, and an `@` before a path. */
function inWorkspace(workspace: string, asked: string): string {
  const plain = asked.replace(/^@/, '');
  return path.relative(workspace, path.resolve(workspace, plain)).replaceAll(path.sep, '/');
}

function lineOf(file: string, { range, severity, message, source, code }: Problem): string {
  const origin = [source, code].filter((part) => part !== null).join(' ');
  const place = `${file}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${place}: ${SEVERITIES[severity - 1]}: ${message.replaceAll(/\s+/g, ' ').trim()}${origin && ` (${origin})`}`;
}
