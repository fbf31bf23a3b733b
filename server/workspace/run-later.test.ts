import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/root.ts';
import { RUN_LATER, runnerOf } from './run-later.ts';

/** Some files of each kind. */
const RUN: Readonly<Record<string, string>> = {
  'hooks of git': `.git/hooks/pre-commit .git/modules/sub/hooks/post-merge .githooks/pre-push .husky/_/pre-commit
    .huskyrc .huskyrc.json .simple-git-hooks.json simple-git-hooks.cjs .pre-commit-config.yaml .lefthook.yml lefthook.toml
    lefthook-local.yml .lintstagedrc .lintstagedrc.json lint-staged.config.js lint-staged.config.mjs commitlint.config.js
    .overcommit.yml .config/git/hooks/pre-commit`,
  'settings of version control': `.git/config .git/config.worktree .git/modules/sub/config .gitmodules .lfsconfig
    .gitconfig .gitconfig.local .config/git/config .hg/hgrc .hgrc .jj/repo/config.toml .sl/config .p4config`,
  'start-up files of shells': `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .zshrc .zshenv .zprofile
    .zlogin .zlogout .profile .kshrc .tcshrc .config/fish/config.fish .config/nushell/env.nu .config/starship.toml
    Documents/PowerShell/Microsoft.PowerShell_profile.ps1 Documents/WindowsPowerShell/profile.ps1`,
  'environments of folders': `.envrc .direnvrc .config/direnv/direnvrc .config/direnv/lib/x.sh .mise.toml mise.toml
    mise.local.toml .mise.local.toml .mise/config.toml mise/config.toml .config/mise.toml .config/mise/config.toml
    .config/mise/conf.d/x.toml .asdfrc .rvmrc .autoenv`,
  'tasks and settings of editors': `.vscode/tasks.json .vscode/launch.json .vscode/mcp.json project.code-workspace
    .devcontainer/devcontainer.json .devcontainer.json .zed/tasks.json .zed/settings.json .idea/workspace.xml
    .idea/runConfigurations/x.xml .idea/watcherTasks.xml .run/x.run.xml .fleet/run.json .vimrc .nvim.lua .exrc
    .config/nvim/init.lua .dir-locals.el .emacs.d/init.el .helix/languages.toml .cargo/config.toml .cargo/config
    rust-toolchain.toml`,
  'extensions, hooks and settings of agents': `.pi/extensions/own.ts .pi/extensions/own/index.ts .pi/settings.json
    .pi/mcp.json .pi/npm/node_modules/x/index.js .pi/skills/x/run.sh .agents/skills/x/SKILL.md .mcp.json .claude.json
    .claude/settings.json .claude/settings.local.json .claude/hooks/x.sh .claude/skills/x/SKILL.md .cursor/mcp.json
    .cursor/hooks.json .codex/config.toml .codex/hooks.json .gemini/settings.json .gemini/commands/x.toml .qwen/settings.json
    opencode.json opencode.jsonc .opencode/plugin/x.ts .crush.json .aider.conf.yml .kiro/settings/mcp.json .roo/mcp.json
    .github/skills/x/SKILL.md`,
  'settings of package managers': `.npmrc .yarnrc .yarnrc.yml .yarn/releases/yarn-4.cjs .yarn/plugins/x.cjs .pnpmfile.cjs
    pnpm-workspace.yaml bunfig.toml .bundle/config pip.conf .config/pip/pip.conf .mvn/jvm.config .mvn/extensions.xml
    gradle/wrapper/gradle-wrapper.properties .gradle/init.d/x.gradle NuGet.Config .condarc`,
  'start-up files of interpreters and debuggers': `sitecustomize.py usercustomize.py .pdbrc .Rprofile .irbrc .pryrc .ghci
    .gdbinit .lldbinit .psqlrc .tmux.conf`,
  'the next login': `.ssh/rc .ssh/config .ssh/authorized_keys .xprofile .xinitrc .xsession .pam_environment
    .config/autostart/x.desktop .config/environment.d/x.conf .config/systemd/user/x.service
    .local/share/systemd/user/x.service .config/plasma-workspace/env/x.sh .config/sway/config .local/bin/ls
    Library/LaunchAgents/x.plist .forward`,
};

const examplesOf = (kind: string): string[] => RUN[kind]!.trim().split(/\s+/);
const ALL = Object.keys(RUN).flatMap(examplesOf);

test('S-42: a file that something runs later is known at the root, in a folder, and in any case', () => {
  for (const [kind, one] of Object.keys(RUN).flatMap((each) =>
    examplesOf(each).map((name) => [each, name] as const),
  ))
    for (const name of [one, `sub/folder/${one}`, one.toUpperCase()]) {
      const who = runnerOf(name);
      assert.ok(who, `${name} is run later`);
      assert.ok(
        RUN_LATER.some((row) => row.kind === kind && row.who === who),
        `${name} is one of the ${kind}`,
      );
    }
});

test('a name that only begins or ends like that of such a file is not run', () => {
  // Some count by their name alone, in any folder, or also without a dot.
  const isWide = (one: string): boolean =>
    /\.code-workspace$|profile\.ps1$|lefthook|crush|simple-git-hooks|bunfig/i.test(one) ||
    one.split('/').some((_, at, names) => at > 0 && runnerOf(names.slice(at).join('/')) !== undefined);
  for (const one of ALL.filter((each) => !isWide(each)))
    for (const name of [`x${one}`, one.replace(/^\./, '')])
      if (!ALL.includes(name)) assert.equal(runnerOf(name), undefined, name);
  for (const name of `.git/hooks .git/hooks/ .git/configs .husky .pi/extensions/ .pi/other.json .pi/sub/settings.json
    .claude/sub/settings.json .claude/settings/x.json .vscode/settings.json .code-workspace/x .devcontainers
    .config/fish/ .config/autostart/ .ssh/known_hosts .envrcx .npmrcx .gitmodulesx opencode.jsonx .bashrcx .gitignore
    .gitattributes .editorconfig .env .tool-versions AGENTS.md docs/mise/about.md docs/agents/skills/x.md README.md
    Makefile package.json vite.config.ts eslint.config.js Cargo.toml pyproject.toml .github/workflows/ci.yml`.split(
    /\s+/,
  ))
    assert.equal(runnerOf(name), undefined, name);
});

test('SECURITY.md names every kind of file that something runs later, and each kind has examples here', async () => {
  const kinds = new Set(RUN_LATER.map(({ kind }) => kind));
  assert.deepEqual(Object.keys(RUN).toSorted(), [...kinds].toSorted());
  const words = (await readFile(path.join(ROOT, 'SECURITY.md'), 'utf8')).replaceAll(/\s+/g, ' ');
  assert.deepEqual(
    [...kinds].filter((kind) => !words.includes(`${kind} (\``)),
    [],
  );
});
