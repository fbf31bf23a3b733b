// The meaning of a shell command in a few words: `npm test`, not `cd web && CI=1 npm test 2>&1 | tail -40`. A reading
// aid: wherever it is shown, the whole command can be read as well.

const MAX_CHARS = 60;
/** These only prepare what follows. */
const PREPARES = /^(?:cd|pushd|export|set|source|\.|ulimit|umask|shopt|unset|mkdir\s+-p)(?:\s|$)/;
/** A statement that contains others. */
const COMPOUND = /^(?:for|while|until|if|case|select|function|\{|\(\()(?:\s|$|\()/;
/** Before the command that counts: variables, and programs that run it. */
const WRAPPER =
  /^(?:[A-Za-z_]\w*=(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])*|env|time|nohup|exec|command|nice(?:\s+-n\s*-?\d+)?|timeout(?:\s+-[^\s]+)*\s+[\d.]+[smhd]?)\s+/;
/** After it: where its output goes, and how much of it is kept. */
const REDIRECTED =
  /\s*(?:\d?>>?\s*(?:&\d|\/dev\/null)|&>\s*\/dev\/null|\|\s*(?:tail|head|cat)(?:\s+-[^|]*)?|\|\s*tee(?:\s+[^|]*)?)\s*$/;
/** The folder of a program that is named by its whole path. */
const ABSOLUTE = /^(['"]?)\/(?:[^\s'"]*\/)?([^\s'"/]+)\1(?=\s|$)/;

/** One line of at most 60 characters and `…` for statements that are left out. */
export function commandTitle(command: string): string {
  const lines = command.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const first = lines[0]?.trim() ?? '';
  if (COMPOUND.test(first)) return shorten(first, lines.length > 1);
  const statements = statementsOf(lines.join('\n'));
  const meant = statements.filter((statement) => !PREPARES.test(statement));
  const [main, ...others] = meant.length > 0 ? meant : statements;
  if (main === undefined) return shorten(first, false);
  return shorten(plain(main), others.length > 0);
}

/** The commands that `&&`, `||`, `;` and line ends separate, outside of quotes, brackets and here-documents. */
function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let quote = '';
  let depth = 0;
  const add = (end: number): void => {
    const statement = text.slice(start, end).trim();
    if (statement) statements.push(statement);
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote) quote = char === quote ? '' : quote;
    else if (char === "'" || char === '"' || char === '`') quote = char;
    else if (char === '(' || char === '{') depth += 1;
    else if (char === ')' || char === '}') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (text.startsWith('<<', at) && text[at + 2] !== '<') {
      // The rest are its lines.
      const end = text.indexOf('\n', at);
      if (end === -1) break;
      add(end);
      return [...statements, text.slice(end + 1)];
    } else if (text.startsWith('&&', at) || text.startsWith('||', at)) {
      add(at);
      start = (at += 1) + 1;
    } else if (char === ';' || char === '\n') {
      add(at);
      start = at + 1;
    }
  }
  add(text.length);
  return statements;
}

function plain(statement: string): string {
  let text = /^\((.*)\)$/s.exec(statement)?.[1]?.trim() ?? statement;
  if (text !== statement) return commandTitle(text);
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(WRAPPER, '').replace(REDIRECTED, '').trim();
  }
  return text.replace(ABSOLUTE, '$2') || statement;
}

function shorten(text: string, isMore: boolean): string {
  const line = text.split('\n')[0]!.replaceAll(/\s+/g, ' ').trim();
  if (line.length > MAX_CHARS) return `${line.slice(0, MAX_CHARS)}…`;
  return (isMore || text.includes('\n')) && !line.endsWith('…') ? `${line} …` : line;
}
