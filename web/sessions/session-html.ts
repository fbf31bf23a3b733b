// Converts the current branch of a stored session to one HTML file, with its images inside and without scripts. The
// file is only saved, never shown on the page. All texts of the session are escaped, and as a second line of defense
// the content security policy of the file forbids scripts and requests.
import { Marked } from 'marked';
import type { AgentMessage, ImageContent, ToolResultMessage, UserContent } from '../../shared/pi/messages.ts';
import { isDamaged, parseSession } from '../../shared/pi/session-parse.ts';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { currentBranch } from '../../shared/pi/session-tree.ts';
import { messageOf } from '../../shared/view/history.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const ADDRESSES = /^(?:https?:\/\/|mailto:)/i;
const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --mute: light-dark(#666, #aaa); }
body { max-width: 860px; margin: 0 auto; padding: 32px 16px 64px; font: 15px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
header { margin-bottom: 32px; padding-bottom: 16px; border-bottom: 1px solid var(--line); }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
header p, article > h2:first-child, time, summary { color: var(--mute); font-size: 13px; }
header p { margin: 0; }
article > h2:first-child { margin: 0 0 4px; font-weight: 600; }
time { font-weight: 400; }
article { margin: 0 0 20px; }
.user { padding: 12px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--soft); }
.text { white-space: pre-wrap; }
pre, code { font: 12.5px/1.5 ui-monospace, monospace; }
pre { padding: 10px 12px; overflow-x: auto; border-radius: 6px; background: var(--soft); white-space: pre-wrap; }
details { margin: 6px 0; }
summary { cursor: pointer; }
.failed { color: light-dark(#b3261e, #ff8a80); }
table { border-collapse: collapse; } th, td { padding: 4px 10px; border: 1px solid var(--line); }
img { max-width: 100%; border-radius: 6px; }
`;

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Raw HTML in an answer is escaped, and only web and mail addresses become links. */
const markdown = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escape(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return ADDRESSES.test(href) ? `<a href="${escape(href)}" rel="noreferrer">${words}</a>` : words;
    },
    image: ({ text, href }) => escape(text || href),
    code: ({ text }) => `<pre>${escape(text)}</pre>`,
  },
});

export function sessionHtml(text: string, title: string): string {
  const session = parseSession(text);
  const branch = currentBranch(session?.entries ?? [], isDamaged);
  const messages = branch.flatMap((entry) => messageOf(entry) ?? []);
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'toolResult' ? [[message.toolCallId, message] as const] : [],
    ),
  );
  const { cwd = '', timestamp = '' } = session?.header ?? {};
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><header><h1>${escape(title)}</h1><p>${escape(cwd)} · ${escape(timestamp.slice(0, 10))}</p></header>
<main>
${branch
  .flatMap((entry) => writeEntry(entry, results))
  .filter(Boolean)
  .join('\n')}
</main></body></html>
`;
}

type Results = ReadonlyMap<string, ToolResultMessage>;

/** Writes the message of an entry, and the raw line if it cannot be shown or not completely. */
function writeEntry(entry: SessionEntry, results: Results): string[] {
  const message = messageOf(entry);
  const { panel_flaw: flaw, timestamp } = entry;
  const raw = flaw && details('Raw text', `<pre>${escape(flaw.raw)}</pre>`);
  return [
    ...(message ? [writeMessage(message, results)] : []),
    ...(raw ? [article('unreadable', 'Unreadable entry', { at: Date.parse(timestamp), inside: raw })] : []),
  ];
}

function writeMessage(message: AgentMessage, results: Results): string {
  switch (message.role) {
    case 'user':
      return article('user', 'You', { at: message.timestamp, inside: writeContent(message.content) });
    case 'assistant':
      return writeAnswer(message, results);
    case 'bashExecution': {
      const inside = details(`$ ${message.command}`, `<pre>${escape(message.output)}</pre>`);
      return article('bash', 'Bash', { at: message.timestamp, inside });
    }
    case 'branchSummary':
    case 'compactionSummary':
      return article('summary', 'Summary', { at: message.timestamp, inside: render(message.summary) });
    case 'custom':
      if (!message.display) return '';
      return article('custom', message.customType, {
        at: message.timestamp,
        inside: writeContent(message.content),
      });
    default:
      return '';
  }
}

function writeAnswer(message: Extract<AgentMessage, { role: 'assistant' }>, results: Results): string {
  const parts = message.content.map((block) => {
    if (block.type === 'text') return block.text.trim() ? render(block.text) : '';
    if (block.type === 'thinking')
      return block.thinking.trim()
        ? details('Thinking', `<div class="text">${escape(block.thinking)}</div>`)
        : '';
    return writeCall(block.name, { args: block.arguments, result: results.get(block.id) });
  });
  const failure = message.errorMessage ? `<p class="failed">${escape(message.errorMessage)}</p>` : '';
  const inside = parts.filter(Boolean).join('\n') + failure;
  return inside && article('assistant', 'Assistant', { at: message.timestamp, inside });
}

function writeCall(
  name: string,
  { args, result }: { args: Record<string, unknown>; result: ToolResultMessage | undefined },
): string {
  const { command, path, pattern } = args ?? {};
  const target = [command, path, pattern].find((value) => typeof value === 'string') ?? '';
  const line = `${name} ${target}${result?.isError ? ' (failed)' : ''}`.trim();
  const given = command === undefined ? `<pre>${escape(JSON.stringify(args, null, 2))}</pre>` : '';
  return details(line, `${given}${result ? writeContent(result.content, 'pre') : ''}`);
}

function writeContent(content: UserContent, tag = 'div class="text"'): string {
  if (typeof content === 'string') return content && `<${tag}>${escape(content)}</${tag.split(' ')[0]}>`;
  return content
    .map((block) => (block.type === 'image' ? writeImage(block) : writeContent(block.text ?? '', tag)))
    .join('\n');
}

function writeImage({ mimeType, data = '' }: ImageContent): string {
  if (!IMAGES.has(mimeType) || !/^[A-Za-z0-9+/=\s]+$/.test(data)) return '<p>[image]</p>';
  return `<p><img alt="Image" src="data:${mimeType};base64,${data}"></p>`;
}

function article(kind: string, name: string, { at, inside }: { at: number; inside: string }): string {
  const time = Math.abs(at) <= 8.64e15 ? new Date(at).toISOString().slice(0, 16).replace('T', ' ') : '';
  return `<article class="${kind}"><h2>${escape(name)} <time>${time}</time></h2>\n${inside}</article>`;
}

function details(line: string, inside: string): string {
  return `<details><summary>${escape(line)}</summary>${inside}</details>`;
}

/** Parsing can be synchronous, because none of the extensions used here is asynchronous. */
const render = (text: string): string => markdown.parse(text, { async: false });
