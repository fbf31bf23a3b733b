// Makes dist/node, the server as JavaScript for the npm package: Node does not strip types below node_modules. The
// files keep their places, because some modules look for other files beside themselves. A bundle would start faster.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { lockPi, type Lockfile } from './pi-lockfile.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = path.join(ROOT, 'dist', 'node');
/** A file that another process or thread loads, such as the panel's extension inside pi. */
const LOADED = /(new URL\(\s*'[^']+)\.ts'(,\s*import\.meta\.url\s*\))/g;

rmSync(OUT, { recursive: true, force: true });
for (const file of globSync('{server,shared}/**/*.ts', { cwd: ROOT })) {
  if (/\.(?:test|d)\.ts$/.test(file) || file.includes(`${path.sep}fixtures${path.sep}`)) continue;
  const { outputText } = ts.transpileModule(readFileSync(path.join(ROOT, file), 'utf8'), {
    fileName: file,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2024,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  const target = path.join(OUT, file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, outputText.replace(LOADED, "$1.js'$2"));
}
// The files that the user's shells read at their start.
const marks = path.join('server', 'shells', 'marks');
cpSync(path.join(ROOT, marks), path.join(OUT, marks), { recursive: true });

// What `scripts/pi.mjs` installs.
const project = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
const { manifest, lockfile } = lockPi(project);
const pi = path.join(OUT, 'pi');
mkdirSync(pi);
writeFileSync(path.join(pi, 'package.json'), JSON.stringify(manifest));
writeFileSync(path.join(pi, 'package-lock.json'), JSON.stringify(lockfile));

const bundler = path.join(ROOT, 'scripts', 'build', 'bundle-server.ts');
const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', bundler, OUT], {
  stdio: ['ignore', 2, 2],
});
process.exitCode = status ?? 1;
