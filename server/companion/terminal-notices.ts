// Finds the notifications that extensions send through the terminal, which shows them on the desktop: OSC 9 (iTerm2),
// 777 (rxvt, Ghostty, WezTerm) and 99 (Kitty). In RPC mode pi redirects the stdout of extensions to stderr, where
// nobody sees them.

type Write = (this: unknown, chunk: unknown, ...rest: unknown[]) => boolean;
type Notify = (text: string) => void;

/** The property in which stdout keeps the newest `notify`, because a reload loads this file again. */
const HOOK = Symbol.for('pi-panel.terminal-notices');
// eslint-disable-next-line no-control-regex -- it is one
const SEQUENCE = /\x1b\](9|99|777);([^\x07\x1b]*)(?:\x07|\x1b\\)/g;
/** ConEmu's OSC 9 has a number first, such as 4 for progress. */
const CONEMU = /^\d+(?:;|$)/;

export function watchTerminalNotices(notify: Notify, stdout: object = process.stdout): void {
  const hooked = stdout as Record<symbol, Notify> & { write: Write };
  const isWatched = HOOK in hooked;
  hooked[HOOK] = notify;
  if (isWatched) return;
  const original = hooked.write;
  const read = noticeReader();
  hooked.write = function (chunk, ...rest) {
    if (typeof chunk === 'string') for (const text of read(chunk)) hooked[HOOK]!(text);
    return original.call(this, chunk, ...rest);
  };
}

/**
 * Returns a function that is called with each write, and returns the notices in it. Kitty's title and body may come in
 * two writes.
 */
export function noticeReader(): (text: string) => string[] {
  let title = '';
  return (text) => {
    if (!text.includes('\x1b]')) return [];
    const notices: string[] = [];
    for (const [, code, payload = ''] of text.matchAll(SEQUENCE)) {
      const [first = '', ...more] = payload.split(';');
      const words = more.join(';');
      if (code === '9') {
        if (!CONEMU.test(payload)) notices.push(payload);
      } else if (code === '777') {
        if (first === 'notify') notices.push(joinTexts(more[0] ?? '', more.slice(1).join(';')));
      } else if (/\bd=0\b/.test(first)) title = words;
      else {
        notices.push(joinTexts(title, words));
        title = '';
      }
    }
    return notices.filter((notice) => notice !== '');
  };
}

function joinTexts(title: string, body: string): string {
  return [title, body].filter(Boolean).join(': ');
}
