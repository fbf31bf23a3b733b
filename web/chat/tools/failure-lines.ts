// Picks the few lines of a failed command's output that name the cause: the assertion, the exception or the compiler's
// error, with the name of the test and the place, rather than what npm, make or cargo print at the end. The rules know
// the common tools and ignore the rest. If nothing matches, the end of the output is shown, as for other runs.
import { lastLines } from './tool-words.ts';

/** `name` is a line above a cause: a test, a file or a stack frame. `detail` and `place` are lines below it. */
type Kind = 'cause' | 'name' | 'detail' | 'place' | 'hint' | 'noise' | 'other';

/** The first pattern that matches decides. Lines have neither colors nor trailing spaces. */
const KINDS: readonly (readonly [kind: Kind, pattern: RegExp])[] = [
  // Lines that tools print after a cause, about themselves.
  ['noise', /^$|^\W+$/],
  [
    'noise',
    /^npm (?:ERR!|error|notice|warn)(?:$|\s+(?:A complete log|To see a list|Lifecycle script|Test failed|(?:code|errno|syscall|path|command|workspace|location|cwd|dest|file|signal)\b|npm run$|\S+@\S+ \w+: `|Failed at the|Exit status|This is probably not|Did you mean|\/))/i,
  ],
  ['noise', /^npm (?:notice|warn)/i],
  ['noise', /^(?:error Command failed with exit code|info Visit https|\s*ELIFECYCLE|Node\.js v\d)/],
  ['noise', /^error: (?:could not compile|test failed, to rerun|aborting due to|recipe .* failed)/],
  ['noise', /^(?:note: (?:run with|Some details)|For more information about|Some errors have detailed)/],
  [
    'noise',
    /^(?:exit status \d+|FAIL|FAIL\t.*(?:s|\[build failed\])|failures:|make(?:\[\d+\])?: (?:Leaving|Entering) directory.*)$/,
  ],
  ['noise', /^={3,} (?:FAILURES|ERRORS|short test summary info) ={3,}$/],
  ['noise', /^\s*(?:\d+:\s+\S+::|at (?:.*\()?(?:node:|\/rustc\/|internal\/))/],
  // Causes.
  ['cause', /^\W*(?:Uncaught )?(?:[\w$]+\.)*(?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?(?::|$)/],
  ['cause', /^(?:Exception in thread|Caused by: |panic: |fatal: |E: |assertion .*failed)/],
  ['cause', /\berror [A-Z]{1,4}\d+:/],
  ['cause', /^error(?:\[\w+\])?: /i],
  ['cause', /^[^\s:]+:\d+(?::\d+)?: (?:fatal )?error\b/],
  ['cause', /^\s+\d+:\d+\s+error\s/],
  ['cause', /^(?:\.\/)?\S+\.go:\d+:\d+: |^\s+\S+_test\.go:\d+: /],
  ['cause', /^E {1,7}\S/],
  ['cause', /^\s*expect\(.*\)\.\w+\(/],
  ['cause', /^\W*\[?(?:ERROR|FATAL)\b\]?/],
  ['cause', /: (?:command not found|not found|No such file or directory|Permission denied)$/],
  ['cause', /^(?:Segmentation fault|Killed|Aborted|Bus error|Command timed out)|out of memory/i],
  // The failure itself.
  ['name', /^\s*(?:✖|✗|×|✘) (?!\d+ problems?\b|failing tests:)|^\s*● \S|^not ok \d/],
  ['name', /^\s*FAIL(?:ED)?:?\s+\S|^\s*--- FAIL: |^\s+\d+\) \S|^_{3,} \S.* _{3,}$/],
  ['name', /^thread '.*' .*panicked at|^---- .* stdout ----$|^> Task .* FAILED$/],
  ['name', /^ {2}File ".*", line \d+|^(?:\/|[A-Z]:\\)\S+\.\w+$/],
  // The expected value, and its place.
  ['detail', /^\s*(?:left|right|expected|received|actual): .*[^,]$/i],
  ['place', /^\s*(?:-->|❯)\s*\S+:\d+:\d+$|^\S+\.py:\d+: \w+$|^\s+at .*:\d+:\d+\)?$/],
  // A last resort.
  ['hint', /^npm (?:ERR!|error) |^make(?:\[\d+\])?: \*\*\* |\bfailed\b/i],
];
/** node:assert explains the signs of both values, which follow. */
const DIFF_LEGEND = /^\s*\+ actual - expected$/;
const DIFF_LINES = 4;
const MAX_LINES = 4;
/** The maximum distance, in lines, of a cause from its name above it and from its place below it. */
const MAX_DISTANCE = 14;
/** Colors and other terminal sequences. */
// eslint-disable-next-line no-control-regex
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;

/** Returns at most four lines of the output, with their colors and without the indentation that they share. */
export function failureLines(output: string): string {
  const lines = output.split('\n').map((line) => line.replace(/\r+$/, '').replace(/^[^]*\r/, ''));
  const kinds = kindsOf(lines.map((line) => line.replace(SEQUENCES, '').trimEnd()));
  const picked = pick(kinds);
  if (picked.length > 0) return dedent(picked.map((at) => withoutRule(lines[at]!))).join('\n');
  const rest = lines.filter((_, at) => kinds[at] !== 'noise');
  return lastLines((rest.length > 0 ? rest : lines).join('\n'), MAX_LINES);
}

function kindsOf(lines: readonly string[]): Kind[] {
  let isTraceback = false;
  return lines.map((line, at) => {
    // The exception, which can have any name, ends the traceback.
    const endsTraceback = isTraceback && /^\S/.test(line);
    if (endsTraceback) isTraceback = false;
    if (line.startsWith('Traceback (most recent call last)')) {
      isTraceback = true;
      return 'noise';
    }
    const isPanicMessage = /^thread '.*' .*panicked at \S+:\d+:\d+:$/.test(lines[at - 1] ?? '');
    if (endsTraceback || isPanicMessage) return 'cause';
    if (DIFF_LEGEND.test(line)) return 'noise';
    if (
      /^\s*[+-] /.test(line) &&
      lines.slice(Math.max(0, at - DIFF_LINES), at).some((one) => DIFF_LEGEND.test(one))
    )
      return 'detail';
    const kind = KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'other';
    return kind === 'other' && announcesDetail(lines.slice(Math.max(0, at - 2), at)) ? 'detail' : kind;
  });
}

/** Returns whether the last line with text ends in a colon, as in `AssertionError: Expected values to be equal:`. */
function announcesDetail(before: readonly string[]): boolean {
  return /Error\b.*:$/.test(before.findLast((line) => line.trim() !== '') ?? '');
}

/**
 * Returns the indexes in order: the first cause with everything that belongs to it, then other causes, then other
 * names.
 */
function pick(kinds: readonly Kind[]): number[] {
  const all = (kind: Kind): number[] => kinds.flatMap((one, at) => (one === kind ? [at] : []));
  const [first, ...others] = all('cause');
  if (first === undefined) {
    const names = all('name');
    return (names.length > 0 ? names : all('hint')).slice(0, MAX_LINES);
  }
  const name = kinds.findLastIndex((kind, at) => at < first && kind === 'name' && first - at <= MAX_DISTANCE);
  const end = others[0] ?? first + MAX_DISTANCE;
  const isBelow = (at: number): boolean => at > first && at < Math.min(end, first + MAX_DISTANCE);
  const details = all('detail').filter(isBelow);
  const place = all('place').find(isBelow) ?? -1;
  const wanted = [first, name, ...details, place, ...others, ...all('name').filter((at) => at > first)];
  return [...new Set(wanted.filter((at) => at >= 0))].slice(0, MAX_LINES).sort((a, b) => a - b);
}

/** pytest puts the name of a test between two rules. */
function withoutRule(line: string): string {
  return line.replace(/^_{3,} (.*) _{3,}$/, '$1');
}

function dedent(lines: readonly string[]): string[] {
  const indents = lines.map((line) => line.search(/\S|$/));
  return lines.map((line) => line.slice(Math.min(...indents)));
}
