// Shortens a shell command to its main part for a tab: `npm test` instead of `cd web && CI=1 npm test 2>&1 | tail -40`.
// The card in the conversation shows the command itself.
import { cutText } from '../../../shared/view/cut-text.ts';

const MAX_CHARS = 60;
/** Statements that only prepare the next ones. */
const PREPARATION = /^(?:cd|pushd|export|set|source|\.|ulimit|umask|shopt|unset|mkdir\s+-p)(?:\s|$)/;
/** Statements that contain other statements. */
const COMPOUND = /^(?:for|while|until|if|case|select|function|\{|\(\()(?:\s|$|\()/;
/** Variables, and programs that run the main command, may precede it. */
const WRAPPER =
  /^(?:[A-Za-z_]\w*=(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])*|env|time|nohup|exec|command|nice(?:\s+-n\s*-?\d+)?|timeout(?:\s+-[^\s]+)*\s+[\d.]+[smhd]?)\s+/;
/** Redirections of its output, and pipes that shorten it, may follow the main command. */
const REDIRECTION =
  /\s*(?:\d?>>?\s*(?:&\d|\/dev\/null)|&>\s*\/dev\/null|\|\s*(?:tail|head|cat)(?:\s+-[^|]*)?|\|\s*tee(?:\s+[^|]*)?)\s*$/;
/** A program that is called by its absolute path. */
const ABSOLUTE_PATH = /^(['"]?)\/(?:[^\s'"]*\/)?([^\s'"/]+)\1(?=\s|$)/;

/** Returns one line of at most 60 characters, followed by `…` if something was left out. */
export function commandTitle(command: string): string {
  const lines = command.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const line = lines[0]?.trim() ?? '';
  if (COMPOUND.test(line)) return shorten(line, lines.length > 1);
  const script = lines.join('\n').trim();
  const statements = statementsOf(script);
  const main = statements.find(({ text }) => !PREPARATION.test(text)) ?? statements[0];
  if (!main) return shorten(line, false);
  const first = removeWrappers(main.text);
  // A short rest of the script is shown unchanged.
  const rest = script.slice(main.end).trimEnd();
  if (rest === '') return shorten(first, false);
  const all = first + rest.replace(/^\s*\n/, '; ');
  return all.length <= MAX_CHARS && !all.includes('\n') ? all : shorten(first, true);
}

interface Statement {
  text: string;
  /** Where it ends in the script. */
  end: number;
}

/** Splits a script at `&&`, `||`, `;` and line endings, but not inside quotes, brackets and here-documents. */
function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let quote = '';
  let depth = 0;
  const add = (end: number): void => {
    const statement = text.slice(start, end);
    if (statement.trim())
      statements.push({ text: statement.trim(), end: start + statement.trimEnd().length });
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
      // Everything after this line belongs to the here-document.
      const end = text.indexOf('\n', at);
      if (end === -1) break;
      add(end);
      return statements;
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

function removeWrappers(statement: string): string {
  let text = /^\((.*)\)$/s.exec(statement)?.[1]?.trim() ?? statement;
  if (text !== statement) return commandTitle(text);
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(WRAPPER, '').replace(REDIRECTION, '').trim();
  }
  return text.replace(ABSOLUTE_PATH, '$2') || statement;
}

function shorten(text: string, hasMore: boolean): string {
  const line = text.split('\n')[0]!.replaceAll(/\s+/g, ' ').trim();
  if (line.length > MAX_CHARS) return `${cutText(line, MAX_CHARS)}…`;
  return (hasMore || text.includes('\n')) && !line.endsWith('…') ? `${line} …` : line;
}
