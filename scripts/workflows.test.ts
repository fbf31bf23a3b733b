// The workflows in .github: they are valid YAML, and run scripts, suites and files that exist.
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgsStringToArgv } from 'string-argv';
import { parseDocument } from 'yaml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = `${ROOT}.github/workflows/`;

interface Workflow {
  on: unknown;
  jobs: Record<string, { 'runs-on': string; steps: { run?: string; uses?: string }[] }>;
}

function commandsOf(file: string): string[] {
  const document = parseDocument(readFileSync(FOLDER + file, 'utf8'));
  assert.deepEqual(document.errors, [], file);
  const { on, jobs } = document.toJS() as Workflow;
  assert.ok(on, file);
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

test('the workflows run scripts of package.json, and files that exist', () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: object };
  const commands = readdirSync(FOLDER)
    .flatMap(commandsOf)
    .map((command) => parseArgsStringToArgv(command));
  const npm = commands.filter(([program]) => program === 'npm');
  assert.ok(npm.some((command) => command.join(' ') === 'npm test -- all'));
  for (const [, verb, ...rest] of npm) {
    if (verb === 'run') assert.ok(rest.find((word) => !word.startsWith('-'))! in scripts, rest.join(' '));
    for (const pattern of rest.filter((word) => word.endsWith('.test.ts')))
      assert.ok(globSync(pattern, { cwd: ROOT }).length > 0, pattern);
  }
});
