// The line of a program's last words that says why it ended.

const ERROR = /^(?:Uncaught )?(?:[\w.]*(?:Error|Exception)|error|fatal|panic)\b[^:]*: /i;
/** Node.js prints this line at the end of each crash. */
const VERSION = /^Node\.js v\d/;

/** Empty if it has said nothing. The lines of a stack do not count. */
export function errorLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const said = lines.filter((line) => !/^\s/.test(line) && !VERSION.test(line));
  return (said.findLast((line) => ERROR.test(line)) ?? said.at(-1) ?? lines.at(-1) ?? '').trim();
}
