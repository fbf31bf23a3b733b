// Finds the texts that extensions copy through the terminal (OSC 52), as pi's `copyToClipboard` does where it has no
// clipboard of its own. In RPC mode pi redirects the stdout of extensions to stderr, where they would be lost.

type Write = (this: unknown, chunk: unknown, ...rest: unknown[]) => boolean;
type Copy = (text: string) => void;

/** The property in which stdout keeps the newest `copy`, because a reload loads this file again. */
const HOOK = Symbol.for('pi-panel.terminal-clipboard');
/** The clipboard (`c`) or the selection of the terminal. A `?` would ask for its content, which is not answered. */
// eslint-disable-next-line no-control-regex -- it is one
const SEQUENCE = /\x1b\]52;[cps0-7]*;([A-Za-z0-9+/=]*)(?:\x07|\x1b\\)/g;

export function watchTerminalClipboard(copy: Copy, stdout: object = process.stdout): void {
  const hooked = stdout as Record<symbol, Copy> & { write: Write };
  const isWatched = HOOK in hooked;
  hooked[HOOK] = copy;
  if (isWatched) return;
  const original = hooked.write;
  hooked.write = function (chunk, ...rest) {
    if (typeof chunk !== 'string' || !chunk.includes('\x1b]52;')) return original.call(this, chunk, ...rest);
    for (const text of copiedTexts(chunk)) hooked[HOOK]!(text);
    return original.call(this, chunk.replace(SEQUENCE, ''), ...rest);
  };
}

export function copiedTexts(written: string): string[] {
  return [...written.matchAll(SEQUENCE)]
    .map(([, encoded = '']) => Buffer.from(encoded, 'base64').toString('utf8'))
    .filter((text) => text !== '');
}
