// Drafts a commit message from what changed, in the style of the repository's last messages.
import type { ChangedFile, ChangeKind } from '../../../shared/changes.ts';

type Changed = Pick<ChangedFile, 'path' | 'kind' | 'from'>;

/** `area: change`, as in most of our own messages, or `type(scope): change` of Conventional Commits. */
const PREFIX = /^([a-z][\w ,./-]*)(\([^)]*\))?!?: \S/;
const TYPES = /^(?:feat|fix|docs|test|chore|refactor|perf|build|ci|style|revert)$/;
const VERBS: Record<ChangeKind, string> = {
  created: 'add',
  modified: 'update',
  deleted: 'remove',
  renamed: 'rename',
  mode: 'change permissions of',
};

/** `subjects`: the first lines of the last messages, which show how the repository writes them. */
export function messageFromFiles(files: readonly Changed[], subjects: readonly string[]): string {
  if (files.length === 0) return '';
  const prefixes = subjects.flatMap((subject) => PREFIX.exec(subject)?.[1] ?? []);
  const hasPrefix = prefixes.length * 2 > subjects.length;
  const isTyped = hasPrefix && prefixes.filter((prefix) => TYPES.test(prefix)).length * 2 > prefixes.length;
  const change = changeOf(files);
  if (isTyped) return `${typeOf(files)}: ${change}`;
  if (hasPrefix) return `${areaOf(files, prefixes)}: ${change}`;
  const lower = subjects.filter((subject) => /^\p{Ll}/u.test(subject)).length;
  return lower * 2 > subjects.length ? change : change[0]!.toUpperCase() + change.slice(1);
}

function changeOf(files: readonly Changed[]): string {
  const [first] = files as [Changed];
  const kinds = new Set(files.map(({ kind }) => kind));
  const verb = kinds.size === 1 ? VERBS[first.kind] : 'update';
  if (files.length > 3) {
    const folder = commonFolder(files);
    return `${verb} ${files.length} files${folder === '' ? '' : ` in ${folder}`}`;
  }
  if (files.length === 1 && first.from !== undefined)
    return `${verb} ${nameOf(first.from)} to ${nameOf(first.path)}`;
  const names = files.map(({ path }) => nameOf(path));
  const last = names.pop()!;
  return `${verb} ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`;
}

/** The word that the repository uses for the place of these files, or the name of their folder. */
function areaOf(files: readonly Changed[], prefixes: readonly string[]): string {
  const folders = commonFolder(files).split('/').filter(Boolean);
  const used = folders.findLast((folder) => prefixes.includes(folder));
  return (
    used ??
    folders.at(-1) ??
    nameOf(files[0]!.path)
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
  );
}

function typeOf(files: readonly Changed[]): string {
  if (files.every(({ path }) => /\.(?:md|mdx|txt|rst|adoc)$/i.test(path))) return 'docs';
  if (files.every(({ path }) => /(?:^|[/._-])(?:tests?|spec|e2e)(?:[/._-]|$)/i.test(path))) return 'test';
  return files.some(({ kind }) => kind === 'created') ? 'feat' : 'chore';
}

function commonFolder(files: readonly Changed[]): string {
  const [first = [], ...others] = files.map(({ path }) => path.split('/').slice(0, -1));
  const length = first.findIndex((name, at) => others.some((other) => other[at] !== name));
  return (length < 0 ? first : first.slice(0, length)).join('/');
}

const nameOf = (path: string): string =>
  path.replace(/\/$/, '').slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);
