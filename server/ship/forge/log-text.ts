// Makes the log of a check readable: without the colors, times and marks that the hosts put around what was printed.

/** GitHub begins each line with a time; GitLab's runner (>= 17) with a time, a stream and a mark. */
const TIME = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z (?:\d\d[OE][ +])?/;
// eslint-disable-next-line no-control-regex
const ESCAPES = /\x1B\[[0-9;?]*[ -/]*[@-~]|\x1B\][^\x07\x1B]*(?:\x07|\x1B\\)/g;
const SECTION = /^section_(?:start|end):\d+:\S*$/;
const GROUP = /^##\[(?:group|endgroup|command)\]/;

/** `isCut`: the text begins in the middle of a line, which is left out. */
export function logText(text: string, isCut: boolean): string {
  const lines = text.split(/\r?\n/);
  return (isCut ? lines.slice(1) : lines)
    .map((line) => {
      const plain = line.replace(TIME, '').replace(ESCAPES, '');
      // A program that overwrites its line shows the last text.
      return plain.slice(plain.lastIndexOf('\r', plain.length - 2) + 1).trimEnd();
    })
    .filter((line) => !SECTION.test(line) && line !== '##[endgroup]')
    .map((line) => line.replace(GROUP, ''))
    .join('\n')
    .trim();
}
