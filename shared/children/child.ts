// A sub-agent that a tool started, as a package of pi reports it in the details of its results and messages. No protocol
// defines these, so a reader takes nothing for granted. Each known package has a folder with its reader.
import type { ToolRunState } from '../view/conversation.ts';

export interface Child {
  /** Its id in the package, if it has one: later reports about the same child have the same. */
  id?: string;
  name: string;
  task: string;
  model: string;
  state: ToolRunState;
  /** How many answers its model gave; 0 if unknown. */
  turns: number;
  /** All tokens of its requests. Null if unknown. */
  tokens: number | null;
  /** Its tokens by kind, with the names of pi's `Usage`, as far as the package tells them. */
  usage: Fields;
  /** In dollars; 0 if unknown. */
  cost: number;
  /** What it does now, or said last: a text of any length, possibly empty. */
  last: string;
  /** Why it failed; empty if it did not, or gave no reason. */
  failure: string;
  /** The file with its conversation, absolute, if the package names it. */
  file?: string;
  /** Its conversation, as far as the package passes it on. */
  messages: readonly Fields[];
}

export type Fields = Readonly<Record<string, unknown>>;

/** The details of one result or message. `parent`: the state of the tool run with them. */
export type ChildReader = (details: Fields, parent: ToolRunState) => Child[];

export const isText = (value: unknown): value is string => typeof value === 'string';
export const textOf = (value: unknown): string => (isText(value) ? value : '');
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns the objects of an array. An array that was cut because of its size ends with a text, which is left out. */
export function itemsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((item) => Object.keys(item).length > 0) : [];
}

/** Returns the sum of the tokens in a usage; null without any. */
export function tokensIn(usage: Fields): number | null {
  const { input, output, cacheRead, cacheWrite } = usage;
  const sum = [input, output, cacheRead, cacheWrite].reduce<number>((all, one) => all + countOf(one), 0);
  return sum === 0 ? null : sum;
}

/** Returns the last text that its model wrote. */
export function lastTextOf(messages: readonly Fields[]): string {
  const texts = messages
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ content }) => itemsOf(content))
    .map(({ type, text }) => (type === 'text' ? textOf(text) : ''));
  return texts.findLast((text) => text.trim() !== '') ?? '';
}
