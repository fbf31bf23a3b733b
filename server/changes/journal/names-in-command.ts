// Decides whether the text of a command names a file. Pure.

/** Commands that take folders by their bare names, which may otherwise be words, as in `npm test`. */
const ON_FOLDERS = /(?:^|[\s;&|(])(?:rm|mv|cp|rmdir|mkdir|ln|chmod|touch)\s/;
const MOVES = /(?:^|[\s;&|(])(?:cd|pushd)\s+(?:"[^"]*"|'[^']*'|[^\s;&|)]+)/g;

/** `path`: relative to `workspace`, where the command starts. */
export function namesPath(command: string, path: string, workspace: string): boolean {
  const text = command.replace(MOVES, ' cd ');
  const isElsewhere = text !== command;
  const isOnFolders = ON_FOLDERS.test(text);
  for (const word of wordsOf(text)) {
    const isPath = word.includes('/');
    const name = word.replace(`${workspace}/`, '').replace(/^(?:\.\/)+|\/+$/g, '');
    if (!/[\p{L}\p{N}]/u.test(name)) continue;
    if (name === path || path.startsWith(`${name}/`)) {
      if (name === path || isPath || isOnFolders) return true;
    } else if (name.startsWith(`${path}/`)) return true;
    if (isElsewhere && /[./]/.test(name) && path.endsWith(`/${name}`)) return true;
    if (/[*?]/.test(name) && alternatives(name).some((pattern) => matches(pattern, path))) return true;
  }
  return false;
}

/** Returns what may be arguments: whole strings, and what is between blanks and operators, inside strings as well. */
function wordsOf(text: string): Set<string> {
  const strings = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b!);
  return new Set([...strings, ...text.split(/[\s"'|&;<>()=`$]+/), ...text.split(/[\s"'|&;<>()=`$,[\]:]+/)]);
}

/** Returns the patterns that `*.{a,b}` stands for. */
function alternatives(pattern: string): string[] {
  const [, start, list, end] = /^([^{]*)\{([^{}]*)\}([^{]*)$/.exec(pattern) ?? [];
  return list === undefined ? [pattern] : list.split(',').map((one) => `${start}${one}${end}`);
}

/** Whether the path has the form of the pattern: `*` stands for a part of a name, `**` for anything. */
function matches(pattern: string, path: string): boolean {
  // Each character of the path moves the set of places in the pattern that can be reached.
  const parts = pattern.match(/\*\*\/?|[^]/g) ?? [];
  let places = follow(new Set([0]), parts);
  for (const char of path) {
    const next = new Set<number>();
    for (const place of places) {
      const part = parts[place];
      if (part?.startsWith('**') || (part === '*' && char !== '/')) next.add(place);
      else if (part === char || (part === '?' && char !== '/')) next.add(place + 1);
    }
    places = follow(next, parts);
  }
  return places.has(parts.length);
}

/** Adds the places behind stars, which may stand for nothing. */
function follow(places: Set<number>, parts: readonly string[]): Set<number> {
  for (const place of places) if (parts[place]?.startsWith('*')) places.add(place + 1);
  return places;
}
