// The programs that run on the other machine, as text: a shell script that finds Node and the panel there, and a relay
// between a connection's standard streams and the panel's socket. Also the lines in which they report.
import type { Target } from './target.ts';

/** Begins a line that is meant for this program, in the far side's output. A login may print others around it. */
const PREFIX = 'pi-panel: ';

export type Missing =
  /** Node is missing there or too old; `found` is its version, or ''. `system`: `uname -sm`, and ` musl` if it is. */
  | { missing: 'node'; found: string; system: string }
  /** The panel is missing there or has another version, which is in `found`. */
  | { missing: 'panel'; found: string; hasNpm: boolean };

export type Report =
  | Missing
  /** The panel listens on this socket. `node`: the path of the Node that runs it. */
  | { socket: string; token: string; node: string }
  /** For `/panel` in pi's own terminal: the address of the page here, and for other devices, if there is one. */
  | { link: string; outside: string | null }
  /** `isHere`: this machine is the reason, and not the other side. */
  | { error: string; isHere?: true };

/** Returns null for a line that reports nothing. */
export function parseReport(line: string): Report | null {
  if (!line.startsWith(`${PREFIX}{`)) return null;
  return JSON.parse(line.slice(PREFIX.length)) as Report;
}

export function formatReport(report: Report): string {
  return `${PREFIX}${JSON.stringify(report)}\n`;
}

/** The oldest Node that runs `bin/pi-panel.mjs`, which finds a newer one itself. */
const OLDEST_NODE = 20;

/**
 * Asks a login shell, because the Node of a version manager is often only in its PATH. The user's profile may print
 * other lines, so the PATH is the last line of the output. The braces make the shell read the whole script before it
 * runs any of it, because other data follows on the same stream.
 */
const FIND = `
home="\${XDG_DATA_HOME:-$HOME/.local/share}/pi-panel"
for how in -lc -ilc; do
  command -v node >/dev/null && break
  PATH="$("\${SHELL:-sh}" $how 'printf "\\n%s\\n" "$PATH"' </dev/null 2>/dev/null | tail -n 1):$PATH"
done
PATH="$home/bin:$PATH"
export PATH
# What is compared has no colors. The panel and its agents keep the environment of the login.
plain() { (unset FORCE_COLOR CLICOLOR_FORCE; NO_COLOR=1; export NO_COLOR; "$@"); }
`;

/** Starts or finds the panel and stays connected until its standard input ends. */
export function attachScript({ folder }: Target, args: readonly string[], version: string): string {
  return `{ ${FIND}
found="$(plain node --version 2>/dev/null)"
if [ "$(plain node -p 'process.versions.node.split(".")[0] >= ${OLDEST_NODE}' 2>/dev/null)" != true ]; then
  system="$(uname -sm 2>/dev/null)"
  # Debian with its package "musl" has the loader as well.
  for file in /lib/ld-musl-*; do
    [ -e "$file" ] && ! getconf GNU_LIBC_VERSION >/dev/null 2>&1 && system="$system musl"
  done
  printf '${PREFIX}{"missing":"node","found":"%s","system":"%s"}\\n' "$found" "$system"; exit
fi
found="$(plain pi-panel --version 2>/dev/null)"
if [ "$found" != ${quote(version)} ]; then
  command -v npm >/dev/null && has_npm=true || has_npm=false
  printf '${PREFIX}{"missing":"panel","found":"%s","hasNpm":%s}\\n' "$found" "$has_npm"; exit
fi
cd && exec pi-panel attach ${[folder, ...args].map(quote).join(' ')}
}
`;
}

/** Unpacks the package that arrives on standard input into `$new`, which takes the place of an unfinished one. */
const UNPACK = `${FIND}
set -e
new="$home/new"
rm -rf "$new"
mkdir -p "$new" "$home/bin" "$home/lib/node_modules"
tar xzf - -C "$new"
`;

/** Without an answer npm would try for minutes, silently. A registry that has no ping answers with an HTTP status. */
const PING = `
answer="$(plain npm ping --no-color --fetch-retries=0 --fetch-timeout=10000 --loglevel=error 2>&1)" || case "$answer" in
  *'code E'[0-9][0-9][0-9]*) ;;
  *) printf '%s\\nnpm does not reach its registry from there.\\n' "$answer" >&2; exit 1 ;;
esac`;

/**
 * These scripts install the package that arrives on standard input into the user's home. Output that matters is on
 * stderr.
 */
export const INSTALL_NODE = `${UNPACK}
"$new/package/bin/node" --version >/dev/null
mv "$new/package/bin/node" "$home/bin/node"
rm -rf "$new"`;

export const INSTALL_NPM = `${UNPACK}
rm -rf "$home/lib/node_modules/npm"
mv "$new/package" "$home/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$home/bin/npm"
rm -rf "$new"`;

export const INSTALL_PANEL = `${FIND}
set -e
${PING}
mkdir -p "$home"
cat > "$home/pi-panel.tgz"
npm install --global --prefix "$home" --no-fund --no-audit "$home/pi-panel.tgz" 1>&2
rm "$home/pi-panel.tgz"
command -v pi >/dev/null || node "$home/lib/node_modules/pi-panel/scripts/pi.mjs" 1>&2`;

/** Connects the socket in its argument to its standard streams. */
export const RELAY = `
const socket = require('node:net').connect(process.argv[1]);
process.stdin.pipe(socket).pipe(process.stdout);
socket.on('error', () => process.exit(1)).on('close', () => process.exit());`;

/** Quotes a text for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
