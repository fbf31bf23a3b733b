// Changes one value in the text of a JSON file. Only the lines of that value change. The layout and the comments of
// everything else stay, unlike with jsonc-parser's `modify`, which formats the lines around the value, and moves or
// removes their comments.
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  format,
  parseTree,
  type Edit,
  type FormattingOptions,
  type Node,
  type SyntaxKind,
} from 'jsonc-parser';
import { Refusal } from '../../shared/refusal.ts';

/**
 * Returns the changed text. `text` is a valid JSON object, which can have comments and trailing commas. Undefined
 * removes the value.
 */
export function changeJson(text: string, keys: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true })!;
  const layout = layoutOf(text);
  const found = findNodeAtLocation(root, [...keys]);
  if (value === undefined) return found ? removeProperty(text, found.parent!) : text;
  if (found)
    return splice(text, found, stringify(value, { ...layout, indent: indentAt(text, found.offset) }));
  let depth = keys.length - 1;
  while (depth > 0 && !findNodeAtLocation(root, keys.slice(0, depth))) depth -= 1;
  const object = depth === 0 ? root : findNodeAtLocation(root, keys.slice(0, depth))!;
  if (object.type !== 'object') {
    const name = keys.slice(0, depth).join('.');
    throw new Refusal(409, 'broken_file', `Nothing was saved: “${name}” in this file is not an object.`);
  }
  const nested = keys.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const isInOneLine = !textOf(text, object).includes('\n');
  const isShort = object !== root && (typeof nested !== 'object' || nested === null);
  const last = object.children?.at(-1);
  if (isInOneLine && last && isShort)
    return splice(text, { offset: endOf(last), length: 0 }, `, ${property(keys[depth]!, nested, layout)}`);
  if (isInOneLine && last) {
    const opened = text.trim().includes('\n') ? object : undefined;
    return changeJson(applyEdits(text, format(text, opened, formatting(layout))), keys, value);
  }
  return addLines(text, object, { key: keys[depth]!, value: nested, layout });
}

/** The enum exists only for the compiler, so its value is written here. */
const COMMA: SyntaxKind.CommaToken = 5;

interface Layout {
  /** One step of indentation. */
  unit: string;
  eol: string;
}

function layoutOf(text: string): Layout {
  return { unit: /^([ \t]+)"/m.exec(text)?.[1] ?? '  ', eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const formatting = ({ eol, unit }: Layout): FormattingOptions => ({
  ...{ insertSpaces: !unit.includes('\t'), tabSize: unit.length, eol },
});

function addLines(
  text: string,
  object: Node,
  { key, layout, value }: { key: string; value: unknown; layout: Layout },
): string {
  const close = endOf(object) - 1;
  const outer = indentAt(text, object.offset);
  const last = object.children?.at(-1);
  const indent = last ? indentAt(text, last.offset) : outer + layout.unit;
  // The property is added after the last comment.
  const at = object.offset + text.slice(object.offset, close).trimEnd().length;
  const comma = last ? findComma(text, endOf(last), close) : null;
  const line = `${layout.eol}${indent}${property(key, value, { ...layout, indent })}${comma === null ? '' : ','}`;
  const isAlone = text.slice(at, close).includes('\n');
  const edits: Edit[] = [{ offset: at, length: 0, content: isAlone ? line : `${line}${layout.eol}${outer}` }];
  if (last && comma === null) edits.unshift({ offset: endOf(last), length: 0, content: ',' });
  return applyEdits(text, edits);
}

function removeProperty(text: string, removed: Node): string {
  const object = removed.parent!;
  const siblings = object.children!;
  const at = siblings.indexOf(removed);
  const ownComma = findComma(text, endOf(removed), siblings[at + 1]?.offset ?? endOf(object));
  const end = ownComma === null ? endOf(removed) : ownComma + 1;
  // Removing the last property would leave the comma before it behind.
  const before = siblings[at - 1];
  const comma = before && ownComma === null ? findComma(text, endOf(before), removed.offset) : null;
  const edits: Edit[] = comma === null ? [] : [{ offset: comma, length: 1, content: '' }];
  const indent = /[ \t]*$/.exec(text.slice(0, removed.offset))![0];
  const start = removed.offset - indent.length;
  const rest = /^[ \t]*(?:\/\/[^\n]*)?\r?\n/.exec(text.slice(end));
  const hasOwnLines = rest !== null && text[start - 1] === '\n';
  const length = end - start + (hasOwnLines ? rest[0].length : 0);
  const after = applyEdits(text, [...edits, { offset: start, length, content: '' }]);
  const empty = siblings.length === 1 ? /^\{\s*\}/.exec(after.slice(object.offset)) : null;
  return empty ? splice(after, { offset: object.offset, length: empty[0].length }, '{}') : after;
}

/** Returns the offset of the comma between two offsets, outside comments. */
function findComma(text: string, from: number, to: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const token = scanner.scan();
  return token === COMMA && scanner.getTokenOffset() < to ? scanner.getTokenOffset() : null;
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)![0];
}

function property(key: string, value: unknown, layout: Layout & { indent?: string }): string {
  return `${JSON.stringify(key)}: ${stringify(value, layout)}`;
}

function stringify(value: unknown, { unit, eol, indent = '' }: Layout & { indent?: string }): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

const endOf = ({ length, offset }: Node): number => offset + length;

const textOf = (text: string, { length, offset }: Node): string => text.slice(offset, offset + length);

function splice(text: string, { length, offset }: Pick<Node, 'offset' | 'length'>, content: string): string {
  return applyEdits(text, [{ offset, length, content }]);
}
