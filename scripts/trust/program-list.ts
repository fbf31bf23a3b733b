// The programs that the server starts: what a folder could contain to make each of them run something, and why that
// cannot happen before the user trusts the folder, or asks for it. SECURITY.md says the same in words.

export interface StartedProgram {
  /** As SECURITY.md names it. */
  program: string;
  /** The files of server/ that start it. */
  files: readonly string[];
  /** What of a folder could make it run something. */
  couldRun: string;
  /** Why that does not happen. */
  whyNot: string;
}

export const STARTED_PROGRAMS: readonly StartedProgram[] = [
  {
    program: 'git, to read',
    files: ['git/git-process.ts'],
    couldRun: 'hooks, filters, drivers and the other settings of server/git/program-settings.ts',
    whyNot:
      'each of them is switched off by a setting, an option or a variable, and only commands that read are started; filters and merge drivers run in trusted folders',
  },
  {
    program: 'git, to write',
    files: ['git/start-git.ts'],
    couldRun: 'the same',
    whyNot:
      'only when the user commits, merges, fetches, pulls, pushes, changes a branch, or adds or ends a worktree; in a folder without trust, the request is refused with the names of what would run, until the user allows it',
  },
  {
    program: 'gh, glab, tea',
    files: ['ship/forge/run-program.ts'],
    couldRun: 'their settings in the folder, and git with its settings; a program of that name in the folder',
    whyNot:
      'they run in the user’s home folder and are told the host and the repository, so they read nothing of the folder; relative folders of PATH do not count',
  },
  {
    program: 'pi',
    files: [
      'agent/process/pi.ts',
      'agent/process/capture.ts',
      'agent/process/read-version.ts',
      'setup/capture-output.ts',
    ],
    couldRun: 'extensions, packages, settings and MCP servers in .pi, skills in .agents',
    whyNot:
      'pi (>= 0.79) ignores them until the user trusts the project; it is started by its own path, and its commands run when the user or the agent says so',
  },
  {
    program: 'npm, in pi install',
    files: ['agent/process/watched-run.ts', 'setup/pi-runs.ts'],
    couldRun: 'an .npmrc, and the scripts of packages that .pi/settings.json names',
    whyNot:
      'the user starts the command; pi gives npm its own folder as prefix, so npm reads no .npmrc of the project, and packages of a project are installed only in a trusted one',
  },
  {
    program: 'the set-up command of a worktree',
    files: ['agent/process/watched-run.ts', 'shells/shells.ts', 'worktrees/worktree-start.ts'],
    couldRun: 'scripts of package.json and everything else that the command uses',
    whyNot: 'the user sees the command and starts it; a folder can only suggest one of a fixed list',
  },
  {
    program: 'what an extension of pi starts in the terminal of pi',
    files: ['companion/drawn/lent-terminal.ts'],
    couldRun: 'whatever the extension says: it is code that runs in pi',
    whyNot:
      'the extension starts it itself, with or without the panel, which only lends the terminal; pi (>= 0.79) loads no extension of a project without trust',
  },
  {
    program: 'the shell of the user',
    files: ['shells/pty.ts', 'shells/shells.ts'],
    couldRun: 'nothing by itself: shells read the start-up files of the user, not of the folder',
    whyNot: 'the user opens it, and types what it runs; it is started by its full path',
  },
  {
    program: 'language servers',
    files: ['languages/server-process.ts'],
    couldRun:
      'a server in node_modules, and what any server runs of a project: plugins, build scripts, settings',
    whyNot:
      'none is started before the user trusts the folder, whether it comes with the folder or not; it is started by its full path',
  },
  {
    program: 'rg',
    files: ['workspace/search/ripgrep.ts'],
    couldRun: 'a configuration file with --pre; a program named rg in the folder',
    whyNot:
      '--no-config is set; folders of PATH that are relative do not count; it is not used on Windows, which looks in the folder first',
  },
  {
    program: 'cp',
    files: ['workspace/keep-attributes.ts'],
    couldRun: 'a program named cp in the folder',
    whyNot: 'it gets open files, not names, and relative folders of PATH do not count',
  },
  {
    program: 'ps, taskkill',
    files: ['agent/process/processes.ts', 'agent/process/kill-tree.ts'],
    couldRun: 'a program of that name in the folder',
    whyNot: 'they read no file of a folder, and relative folders of PATH do not count',
  },
  {
    program: 'lsof, PowerShell',
    files: ['agent/process/listening.ts'],
    couldRun: 'a program of that name in the folder',
    whyNot:
      'they read no file of a folder, relative folders of PATH do not count, and PowerShell has its full path',
  },
  {
    program: 'ssh, docker, podman, kubectl',
    files: ['remote/session.ts', 'remote/install.ts', 'remote/start-in-background.ts'],
    couldRun: 'nothing',
    whyNot: 'the user starts them with pi-panel ssh and its siblings, with the settings of the user',
  },
  {
    program: 'tar and npm, to send the panel',
    files: ['remote/pack.ts'],
    couldRun: 'an .npmrc beside the panel',
    whyNot: 'they run in the folder of the panel’s own package, and in a temporary one',
  },
  {
    program: 'the panel itself',
    files: ['terminal/find-panel.ts', 'agent/process/own-pi.ts', 'lib/thread.ts'],
    couldRun: 'nothing',
    whyNot: 'it is started by the path of its package, with Node, which reads no file of the folder',
  },
  {
    program: 'git, for the sample of --demo',
    files: ['demo/sample.ts'],
    couldRun: 'nothing',
    whyNot: 'it makes a new repository in a folder that the panel has made itself',
  },
];

/** They start what other files name. */
export const STARTERS = ['lib/programs.ts', 'agent/process/launch.ts'];
