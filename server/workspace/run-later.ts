// The files that something runs although the user starts it for something else: git, a shell, an editor, an agent, a
// package manager, an interpreter or the system. Files whose own tool the user starts to run them, such as a Makefile, a
// test or the configuration of a build, are not among them. SECURITY.md has the same list in words.

interface RunLater {
  /** As SECURITY.md names it. */
  kind: string;
  /** What runs such a file, and when. */
  who: string;
  /**
   * The ends of paths: `*` stands for a part of a name, `**` for the rest of the path, `**` before a slash for any
   * folders, and `?` for a space.
   */
  files: string;
}

export const RUN_LATER: readonly RunLater[] = [
  {
    kind: 'hooks of git',
    who: 'git runs it by itself, at a commit or a checkout',
    files: '.git/**/hooks/** .githooks/** .git-hooks/** .husky/** .config/git/hooks/**',
  },
  {
    kind: 'hooks of git',
    who: 'a hook of git may run what it names, at a commit',
    files: `.huskyrc .huskyrc.* husky.config.* .husky.json .simple-git-hooks.* simple-git-hooks.*
      .pre-commit-config.{yaml,yml} prek.toml .overcommit.yml captainhook.json grumphp.{yml,yaml} hk.{pkl,toml}
      {,.}lefthook{,-local}.{yml,yaml,toml,json} .config/lefthook{,-local}.{yml,yaml,toml,json}
      .lintstagedrc .lintstagedrc.* lint-staged.config.* .commitlintrc .commitlintrc.* commitlint.config.*`,
  },
  {
    kind: 'settings of version control',
    who: 'git or another version control runs the programs that it names',
    files: `.git/**/config{,.worktree} .gitconfig .gitconfig.* .config/git/config{,.*}
      .hg/hgrc{,-not-shared} .hgrc .config/hg/** .sl/config .jj/**/config.toml .jjconfig.toml .config/jj/** .p4config
      .bzr/branch/branch.conf .fossil-settings/** .svn/hooks/** .subversion/config`,
  },
  {
    kind: 'settings of version control',
    who: 'git fetches from the addresses that it names',
    files: '.gitmodules',
  },
  {
    kind: 'settings of version control',
    who: 'git-lfs sends to the addresses that it names',
    files: '.lfsconfig',
  },
  {
    kind: 'start-up files of shells',
    who: 'every new shell runs it',
    files: `.bashrc .bash_{profile,login,logout,aliases} .z{shrc,shenv,profile,login,logout} .config/zsh/** .profile
      .{k,mk,c,tc}shrc .login .logout .config/{fish,nushell,powershell,xonsh,elvish}/** .xonshrc .elvish/rc.elv
      .oh-my-zsh/custom/** .config/starship.toml documents/{windows,}powershell/*profile.ps1`,
  },
  {
    kind: 'environments of folders',
    who: 'a tool runs it, or what it names, when a shell enters this folder',
    files: `.envrc .direnvrc .config/direnv/** {,.}mise{,.*}.toml mise/config{,.*}.toml .mise/** .config/mise{,.*}.toml
      .config/mise/** .rtx{,.*}.toml .asdfrc .autoenv .autoenv.zsh .rvmrc .shadowenv.d/**`,
  },
  {
    kind: 'tasks and settings of editors',
    who: 'editors run it, or what it names',
    files: `.vscode/{tasks,launch,mcp}.json *.code-workspace .devcontainer/** .devcontainer.json .gitpod.yml
      .zed/{tasks,settings,debug}.json .fleet/{run,settings}.json .nova/** .run/*.run.xml .theia/**
      .idea/{workspace,watchertasks,externaldependencies}.xml .idea/{runconfigurations,tools}/**
      .{,n,g,l}vimrc .exrc .nvim.lua .vim/** .config/{nvim,vim,helix,kak,emacs}/** .helix/** .kakrc
      .dir-locals{,-2}.el .emacs .emacs.d/**`,
  },
  {
    kind: 'tasks and settings of editors',
    who: 'cargo, which editors start, runs the programs that it names',
    files: '.cargo/config{,.toml} rust-toolchain{,.toml}',
  },
  {
    kind: 'extensions, hooks and settings of agents',
    who: 'pi runs it, or what it names, when it starts in this folder',
    files: '.pi/{extensions,npm,git,hooks,tools}/** .pi/{settings,mcp}.json',
  },
  {
    kind: 'extensions, hooks and settings of agents',
    who: 'coding agents follow it, and run its scripts',
    files:
      '.agents/** .{pi,claude,cursor,codex,gemini,qwen,github}/skills/** .claude/{commands,agents,plugins}/**',
  },
  {
    kind: 'extensions, hooks and settings of agents',
    who: 'coding agents start what it names',
    files: `.mcp.json .claude.json .claude/settings*.json .claude/hooks/** .cursor/{mcp,hooks,environment,worktrees}.json
      .cursor/hooks/** .codex/{config.toml,hooks.json} .codex/{rules,hooks}/** .{gemini,qwen}/settings.json
      .{gemini,qwen}/{extensions,commands,hooks}/** opencode.json{,c} .opencode/** .config/opencode/** {,.}crush.json
      .config/{crush,goose}/** .aider.conf.y*ml .continue/** .windsurf/** .codeium/**/mcp_config.json
      .{roo,kilocode,trae,vs}/mcp.json .kiro/settings/mcp.json .kiro/hooks/** .amazonq/** .copilot/*.json .junie/mcp/**
      .factory/** .{amp,augment}/settings.json`,
  },
  {
    kind: 'settings of package managers',
    who: 'npm takes its registry from it, and the shell in which scripts run, in every command in this folder',
    files: '.npmrc',
  },
  {
    kind: 'settings of package managers',
    who: 'a package manager runs it, or what it names, in every command in this folder',
    files: `.yarnrc{,.yml} .yarn/{plugins,releases,sdks}/** .pnpmfile.{js,cjs,mjs} pnpm-workspace.y*ml
      bunfig.toml .bunfig.toml .bundle/config .gemrc pip.conf .config/pip/** uv.toml .config/uv/** .condarc nuget.config
      .mvn/** gradle/wrapper/** .gradle/{init.gradle{,.kts},gradle.properties} .gradle/init.d/** .cabal/config
      .stack/config.yaml`,
  },
  {
    kind: 'start-up files of interpreters and debuggers',
    who: 'an interpreter or a debugger runs it whenever it starts',
    files: `{site,user}customize.py .pythonrc{,.py} .pdbrc .rprofile .renviron .irbrc .pryrc .ghci .gdbinit .lldbinit
      .psqlrc .sqliterc .julia/config/startup.jl .tmux.conf .config/tmux/** .screenrc`,
  },
  {
    kind: 'the next login',
    who: 'the system acts on it at the next login',
    files: `.ssh/{rc,config,authorized_keys,environment} .x{profile,initrc,session,sessionrc,serverrc} .pam_environment
      .config/{autostart,environment.d,upstart,plasma-workspace,hypr}/** .kde/autostart/**
      .{config,local/share}/systemd/user/** .config/{i3,sway}/config .i3/config .config/bspwm/bspwmrc
      .config/openbox/{autostart,environment} .fluxbox/startup .local/share/{applications,dbus-1}/** .local/bin/**
      library/launchagents/** start?menu/programs/startup/** .forward .procmailrc .mailcap`,
  },
];

const SIGNS: Readonly<Record<string, string>> = {
  '**/': '(?:.+/)?',
  '**': '.+',
  '*': '[^/]*',
  '{': '(?:',
  '}': ')',
  ',': '|',
  '?': ' ',
};

const PATTERNS = RUN_LATER.map(({ files, who }) => ({ who, pattern: patternOf(files.trim().split(/\s+/)) }));

/** Returns what will run the file at `path` (a result of `parsePath`), as a text, or undefined if nothing will. */
export function runnerOf(path: string): string | undefined {
  const name = path.toLowerCase();
  return PATTERNS.find(({ pattern }) => pattern.test(name))?.who;
}

function patternOf(globs: readonly string[]): RegExp {
  return new RegExp(`(?:^|/)(?:${globs.map(expressionOf).join('|')})$`, 's');
}

function expressionOf(glob: string): string {
  return glob.replace(/\*\*\/|\*\*|[^\w/-]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
}
