// What names a program that git would start: settings, attributes, hooks and variables, from the documents of git 2.39
// to 2.55 (git-config, gitattributes, githooks, git) and git-lfs 3.7 (git-lfs-config). For each setting, what keeps a
// git that only reads from starting the program. SECURITY.md describes the other programs that the panel starts.
import { devNull } from 'node:os';

/** What keeps a git that only reads from starting the program of a setting. */
type Stop =
  /** This value overrides it. */
  | { value: string }
  /** A further setting overrides it. `*` is the same name as in the key. */
  | { by: string; value: string }
  /** This variable overrides it. */
  | { variable: string }
  /** This option, which such a command always gets. */
  | { option: string }
  /** Only these programs use it, and none of them is a command that reads. */
  | { only: readonly string[] };

export interface ProgramSetting {
  /** As in `git help --config`, but with `*` for every name that anybody can choose. */
  key: string;
  stops: readonly Stop[];
  /** It runs in a folder that the user trusts, because git needs it to compare files. */
  inTrusted?: true;
  /**
   * A git that writes can start it: always, or only to reach another repository. That is a fetch, a pull or a push, and in
   * a partial clone every command, because git fetches what is missing.
   */
  inWriting?: true | 'reaching';
}

/** Merges as git does without a driver. */
const TEXT_MERGE = 'git merge-file %A %O %B || exit 1';
/** Reading never needs another repository. */
const NO_TRANSPORT = [{ variable: 'GIT_ALLOW_PROTOCOL' }, { variable: 'GIT_NO_LAZY_FETCH' }];

const off = (key: string, value = ''): ProgramSetting => ({ key, stops: [{ value }] });
const writes = (setting: ProgramSetting): ProgramSetting => ({ ...setting, inWriting: true });
const drives = (setting: ProgramSetting): ProgramSetting => ({ ...writes(setting), inTrusted: true });
const remote = (key: string): ProgramSetting => ({ key, stops: NO_TRANSPORT });
const reaches = (setting: ProgramSetting): ProgramSetting => ({ ...setting, inWriting: 'reaching' });
const only = (key: string, ...programs: string[]): ProgramSetting => ({ key, stops: [{ only: programs }] });

export const PROGRAM_SETTINGS: readonly ProgramSetting[] = [
  // Hooks. No hook is in a path that is not a folder.
  writes(off('core.hooksPath', devNull)),
  writes({
    key: 'hook.*.command',
    stops: [
      { by: 'hook.*.event', value: '' },
      { by: 'hook.*.enabled', value: 'false' },
    ],
  }),
  writes(off('core.fsmonitor')),
  off('core.alternateRefsCommand'),
  only('uploadpack.packObjectsHook', 'upload-pack'),
  only('receive.procReceiveRefs', 'receive-pack'),
  writes(only('gc.recentObjectsHook', 'gc', 'prune', 'repack', 'maintenance')),
  only('init.templateDir', 'init', 'clone'),

  // Drivers that .gitattributes chooses for a file.
  drives({ key: 'filter.*.clean', stops: [{ value: '' }, { by: 'filter.*.required', value: 'false' }] }),
  drives({ key: 'filter.*.smudge', stops: [{ value: '' }, { by: 'filter.*.required', value: 'false' }] }),
  drives({ key: 'filter.*.process', stops: [{ value: '' }, { by: 'filter.*.required', value: 'false' }] }),
  drives(off('merge.*.driver', TEXT_MERGE)),
  { key: 'diff.*.command', stops: [{ option: '--no-ext-diff' }] },
  { key: 'diff.*.textconv', stops: [{ option: '--no-textconv' }] },
  { key: 'diff.external', stops: [{ value: '' }, { option: '--no-ext-diff' }] },

  // git-lfs is a filter.
  writes(only('lfs.extension.*.clean', 'git-lfs')),
  writes(only('lfs.extension.*.smudge', 'git-lfs')),
  writes(only('lfs.customtransfer.*.path', 'git-lfs')),
  writes(only('lfs.customtransfer.*.args', 'git-lfs')),
  writes(only('lfs.standalonetransferagent', 'git-lfs')),
  writes(only('lfs.*.standalonetransferagent', 'git-lfs')),

  // Signatures.
  off('log.showSignature', 'false'),
  writes(off('gpg.program')),
  writes(off('gpg.openpgp.program')),
  writes(off('gpg.x509.program')),
  writes(off('gpg.ssh.program')),
  writes(off('gpg.*.program')),
  writes(off('gpg.ssh.defaultKeyCommand')),

  // Programs that talk to the user.
  { key: 'core.pager', stops: [{ variable: 'GIT_PAGER' }] },
  { key: 'pager.*', stops: [{ variable: 'GIT_PAGER' }] },
  { key: 'core.editor', stops: [{ variable: 'GIT_EDITOR' }] },
  { key: 'sequence.editor', stops: [{ variable: 'GIT_SEQUENCE_EDITOR' }] },
  reaches({ key: 'core.askPass', stops: [{ variable: 'GIT_ASKPASS' }] }),
  only('interactive.diffFilter', 'add', 'checkout', 'reset', 'restore', 'stash'),

  // Other repositories. A missing object could be fetched by a program that the repository names.
  reaches(off('credential.helper')),
  reaches(remote('credential.*.helper')),
  remote('credential.*.*'),
  reaches(remote('core.sshCommand')),
  reaches({ key: 'core.gitProxy', stops: [...NO_TRANSPORT, { variable: 'GIT_PROXY_COMMAND' }] }),
  remote('extensions.partialClone'),
  remote('remote.*.promisor'),
  reaches(remote('remote.*.uploadpack')),
  reaches(remote('remote.*.receivepack')),
  reaches(remote('remote.*.vcs')),
  reaches(remote('remote.*.url')),
  reaches(remote('remote.*.pushurl')),
  reaches(remote('url.*.insteadOf')),
  reaches(remote('url.*.pushInsteadOf')),
  reaches(remote('protocol.allow')),
  reaches(remote('protocol.*.allow')),
  remote('promisor.acceptFromServer'),
  remote('promisor.acceptFromServerUrl'),
  only('bundle.*', 'clone', 'fetch'),
  only('bundle.*.uri', 'clone', 'fetch'),
  only('bundle.*.*', 'clone', 'fetch'),
  only('fetch.bundleURI', 'fetch'),
  only('transfer.bundleURI', 'clone'),
  only('remote.*.proxy', 'fetch', 'push', 'clone', 'ls-remote'),

  // git in a submodule uses the settings of that repository.
  { key: 'diff.submodule', stops: [{ value: 'short' }] },
  off('status.submoduleSummary', 'false'),
  { key: 'diff.ignoreSubmodules', stops: [{ option: '--ignore-submodules=dirty' }] },
  { key: 'submodule.*.ignore', stops: [{ option: '--ignore-submodules=dirty' }] },
  writes(off('submodule.recurse', 'false')),
  only('fetch.recurseSubmodules', 'fetch', 'pull'),
  only('push.recurseSubmodules', 'push'),
  only('submodule.*.fetchRecurseSubmodules', 'fetch', 'pull'),
  reaches(only('submodule.*.update', 'submodule', 'pull')),

  // git starts itself in the background, with these settings.
  only('gc.auto', 'gc', 'maintenance'),
  only('maintenance.auto', 'commit', 'fetch', 'merge', 'am', 'rebase', 'receive-pack'),
  only('maintenance.*.enabled', 'maintenance'),

  // Other commands.
  only('alias.*', 'a command that git does not have'),
  only('alias.*.command', 'a command that git does not have'),
  only('help.autoCorrect', 'a command that git does not have'),
  writes(only('trailer.*.command', 'interpret-trailers', 'commit')),
  writes(only('trailer.*.cmd', 'interpret-trailers', 'commit')),
  only('tar.*.command', 'archive'),
  only('difftool.*.cmd', 'difftool'),
  only('difftool.*.path', 'difftool'),
  only('diff.tool', 'difftool'),
  only('diff.guitool', 'difftool'),
  only('mergetool.*.cmd', 'mergetool'),
  only('mergetool.*.path', 'mergetool'),
  only('merge.tool', 'mergetool'),
  only('merge.guitool', 'mergetool'),
  only('guitool.*.cmd', 'gui'),
  only('browser.*.cmd', 'web--browse'),
  only('browser.*.path', 'web--browse'),
  only('web.browser', 'web--browse'),
  only('help.browser', 'help'),
  only('man.*.cmd', 'help'),
  only('man.*.path', 'help'),
  only('man.viewer', 'help'),
  only('instaweb.browser', 'instaweb'),
  only('instaweb.httpd', 'instaweb'),
  only('instaweb.modulePath', 'instaweb'),
  only('gitcvs.dbDriver', 'cvsserver'),
  only('imap.tunnel', 'imap-send'),
  only('sendemail.*.*', 'send-email'),
  only('sendemail.smtpServer', 'send-email'),
  only('sendemail.sendmailCmd', 'send-email'),
  only('sendemail.tocmd', 'send-email'),
  only('sendemail.ccCmd', 'send-email'),
  only('sendemail.headerCmd', 'send-email'),
  only('sendemail.multiEdit', 'send-email'),
  only('sendemail.validate', 'send-email'),
];

/** They choose a driver, which a setting gives a program. */
export const PROGRAM_ATTRIBUTES = ['filter', 'diff', 'merge'] as const;

/** All hooks of githooks(5). */
export const HOOKS = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-rebase',
  'post-checkout',
  'post-merge',
  'pre-push',
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'reference-transaction',
  'push-to-checkout',
  'pre-auto-gc',
  'post-rewrite',
  'sendemail-validate',
  'fsmonitor-watchman',
  'p4-changelist',
  'p4-prepare-changelist',
  'p4-post-changelist',
  'p4-pre-submit',
  'post-index-change',
] as const;

/**
 * The variables that name a program, or another repository or more settings, and what a git that only reads gets
 * instead. Undefined: not the variable.
 */
export const PROGRAM_VARIABLES: Readonly<Record<string, string | undefined>> = {
  GIT_PAGER: 'cat',
  PAGER: undefined,
  GIT_EDITOR: ':',
  EDITOR: undefined,
  VISUAL: undefined,
  GIT_SEQUENCE_EDITOR: ':',
  GIT_ASKPASS: '',
  SSH_ASKPASS: undefined,
  GIT_TERMINAL_PROMPT: '0',
  GIT_EXTERNAL_DIFF: undefined,
  GIT_SSH: undefined,
  GIT_SSH_COMMAND: undefined,
  GIT_PROXY_COMMAND: '',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TEMPLATE_DIR: undefined,
  GIT_CONFIG: undefined,
  GIT_ATTR_SOURCE: undefined,
  // A git hook or another program that started the panel may have set these.
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_COMMON_DIR: undefined,
  GIT_INDEX_FILE: undefined,
  GIT_PREFIX: undefined,
  GIT_NAMESPACE: undefined,
  GIT_OBJECT_DIRECTORY: undefined,
  GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
  GIT_SUPER_PREFIX: undefined,
  GIT_INTERNAL_SUPER_PREFIX: undefined,
  GIT_IMPLICIT_WORK_TREE: undefined,
  GIT_GRAFT_FILE: undefined,
  GIT_SHALLOW_FILE: undefined,
  GIT_REPLACE_REF_BASE: undefined,
  GIT_LITERAL_PATHSPECS: undefined,
  GIT_GLOB_PATHSPECS: undefined,
  GIT_NOGLOB_PATHSPECS: undefined,
  GIT_ICASE_PATHSPECS: undefined,
  GIT_DIFF_OPTS: undefined,
};
