// Lists the fields of the records between a pi and its host, and of what pi stores, from the declarations in its package;
// and those for which the panel has types.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type ts from 'typescript';
import { literalsIn, openDeclarations, partsOf, type Declarations } from './declarations.ts';

/** Names such as `agent_settled.aborted`, sorted. */
export interface Fields {
  commandFields: string[];
  eventFields: string[];
  /** Of the requests of extensions to the user interface. */
  requestFields: string[];
  messageFields: string[];
  entryFields: string[];
  usageFields: string[];
}

interface Types {
  commands: ts.Type;
  events: ts.Type;
  requests: ts.Type;
  entries: ts.Type;
}

const OWN = fileURLToPath(new URL('../../shared/pi/', import.meta.url));

/** `folder`: of pi's package. */
export function readFields(folder: string): Fields {
  const rpc = join(folder, 'dist', 'modes/rpc/rpc-types.d.ts');
  const session = join(folder, 'dist', 'core/agent-session.d.ts');
  const declarations = openDeclarations([rpc, session]);
  const { declared, member } = declarations;
  const events = declared(session, 'AgentSessionEvent');
  return fieldsOf(declarations, {
    commands: declared(rpc, 'RpcCommand'),
    events,
    requests: declared(rpc, 'RpcExtensionUIRequest'),
    entries: member(partOf(declarations, events, 'entry_appended'), 'entry'),
  });
}

/** The fields that the panel has types for. */
export function readOwnFields(): Fields {
  const [commands, events, dialogs, session] = ['commands', 'events', 'dialogs', 'session'].map(
    (name) => `${OWN}${name}.ts`,
  ) as [string, string, string, string];
  const declarations = openDeclarations([commands, events, dialogs, session]);
  const { declared } = declarations;
  return fieldsOf(declarations, {
    commands: declared(commands, 'PiCommand'),
    events: declared(events, 'PiEvent'),
    requests: declared(dialogs, 'UiRequest'),
    entries: declared(session, 'SessionEntry'),
  });
}

function fieldsOf(declarations: Declarations, { commands, events, requests, entries }: Types): Fields {
  const { member, literals } = declarations;
  const messages = member(partOf(declarations, events, 'message_end'), 'message');
  const assistant = partsOf(messages).find((part) => literals(part, 'role').includes('assistant'))!;
  const usage = member(assistant, 'usage');
  const names = (type: ts.Type, of: string): string[] =>
    type.getProperties().map(({ name }) => `${of}.${name}`);
  // The server adds the id of each command.
  const isOwn = (name: string): boolean => !name.endsWith('.id');
  const byName = (type: ts.Type, key: string): string[] =>
    partsOf(type).flatMap((part) => literals(part, key).flatMap((value) => names(part, value)));
  const fields = {
    commandFields: byName(commands, 'type').filter(isOwn),
    eventFields: byName(events, 'type'),
    requestFields: byName(requests, 'method'),
    messageFields: byName(messages, 'role'),
    entryFields: byName(entries, 'type'),
    usageFields: [...names(usage, 'usage'), ...names(member(usage, 'cost'), 'cost')],
  };
  const sorted = Object.entries(fields).map(([kind, all]) => [kind, [...new Set(all)].sort()] as const);
  return Object.fromEntries(sorted) as unknown as Fields;
}

/** The part of a union that is of this `type`. */
function partOf({ checker }: Declarations, union: ts.Type, type: string): ts.Type {
  const found = partsOf(union).find((part) => {
    const symbol = part.getProperty('type');
    return symbol && literalsIn(checker.getTypeOfSymbol(symbol)).includes(type);
  });
  if (!found) throw new Error(`There is no ${type}.`);
  return found;
}
