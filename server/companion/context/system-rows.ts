// Lists the parts of the system prompt (its sections, prompt files and skills) and the tools with their schemas.
import type { SystemMessage } from '../../../shared/pi/messages.ts';
import { isRecord } from '../../../shared/pi/is-record.ts';
import { tokensOf, toolCharacters, type DeclaredTool } from './estimate.ts';
import type { Row } from './row.ts';

export interface SystemPrompt {
  sections: ReadonlyMap<string, string>;
  tools: readonly DeclaredTool[];
}

/** The name of the text that is in no section. */
const PREAMBLE = 'preamble';
/** The rows that contain the others. */
const SYSTEM = 'system';
const TOOLS = 'tools';

/** Returns what the model has of the system messages so far; null before the first one, and in pi < 0.86. */
export function currentSystem(messages: readonly SystemMessage[]): SystemPrompt | null {
  if (messages.length === 0) return null;
  const sections = new Map<string, string>();
  const tools = new Map<string, DeclaredTool>();
  for (const message of messages) {
    const { content, sections: changed, toolsAdded, toolsRemoved } = message as unknown as SystemFields;
    if (typeof content === 'string' && content !== '') sections.set(PREAMBLE, content);
    for (const [name, text] of Object.entries(isRecord(changed) ? changed : {})) {
      if (typeof text === 'string') sections.set(name, text);
      else sections.delete(name);
    }
    for (const tool of listOf(toolsRemoved)) tools.delete(typeof tool === 'string' ? tool : nameIn(tool));
    for (const tool of listOf(toolsAdded)) tools.set(nameIn(tool), tool as DeclaredTool);
  }
  return { sections, tools: [...tools.values()] };
}

/** A system message of pi 0.86.1 to 1.6.0. Every member may be missing. */
interface SystemFields {
  content?: unknown;
  /** Null removes a section. */
  sections?: unknown;
  toolsAdded?: unknown;
  toolsRemoved?: unknown;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const nameIn = (tool: unknown): string => String((Object(tool) as { name?: unknown }).name);

/**
 * Splits the text of a system prompt into its sections: each is in a tag of its own, which begins and ends a line (pi
 * >= 0.86). Older prompts have only some of these tags, or none.
 */
export function sectionsIn(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let rest = '';
  let at = 0;
  for (const found of text.matchAll(/^<([a-z][a-z0-9_-]*)>\n[^]*?\n<\/\1>$/gm)) {
    rest += text.slice(at, found.index);
    at = found.index + found[0].length;
    sections.set(found[1]!, found[0]);
  }
  rest = (rest + text.slice(at)).trim();
  return rest === '' ? sections : new Map([[PREAMBLE, rest], ...sections]);
}

/** `files`: the prompt files that pi has loaded. */
export function systemRows(
  { sections, tools }: SystemPrompt,
  files: readonly { path: string; content: string }[],
): Row[] {
  const parts = [...sections].flatMap(([name, text]) => sectionRows(name, text, files));
  const declared = tools.map((tool): Row => ({
    id: `tool:${tool.name}`,
    parent: TOOLS,
    kind: 'tool',
    text: tool.name,
    tokens: tokensOf(toolCharacters(tool)),
    mark: JSON.stringify([tool.description, tool.parameters]),
  }));
  return [
    ...group({ id: SYSTEM, kind: 'system', text: '' }, parts),
    ...group({ id: TOOLS, kind: 'tools', text: '' }, declared),
  ];
}

/** Returns a row with the sum of those that it contains directly, and these; nothing if there are none. */
function group(row: Pick<Row, 'id' | 'kind' | 'text'>, parts: readonly Row[]): Row[] {
  const direct = parts.filter(({ parent }) => parent === row.id);
  if (direct.length === 0) return [];
  const tokens = direct.reduce((sum, part) => sum + part.tokens, 0);
  return [{ ...row, tokens, mark: direct.map(({ mark }) => mark).join('\n') }, ...parts];
}

function sectionRows(name: string, text: string, files: readonly { path: string; content: string }[]): Row[] {
  const id = `section:${name}`;
  const section: Row = {
    id,
    parent: SYSTEM,
    kind: 'section',
    text: name,
    tokens: tokensOf(text.length),
    mark: text,
  };
  const inside = files
    .filter(({ content }) => content !== '' && text.includes(content))
    .map(({ path, content }): Row => ({
      id: `file:${path}`,
      parent: id,
      kind: 'file',
      text: path,
      tokens: tokensOf(content.length),
      mark: content,
    }));
  return [section, ...inside, ...skillRows(id, text)];
}

function skillRows(parent: string, text: string): Row[] {
  return [...text.matchAll(/<skill>[^]*?<\/skill>/g)].map(([whole]): Row => {
    const name = /<name>([^]*?)<\/name>/.exec(whole)?.[1]?.trim() ?? '';
    return {
      id: `skill:${name}`,
      parent,
      kind: 'skill',
      text: name,
      tokens: tokensOf(whole.length),
      mark: whole,
    };
  });
}
