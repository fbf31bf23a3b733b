// Lists what a pi offers to a host and to extensions, by name, from the declarations and schemas in its package.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDeclarations } from './declarations.ts';

/** Names, sorted. */
export interface Surface {
  version: string;
  /** The commands of RPC mode. */
  commands: string[];
  /** The events of RPC mode. */
  events: string[];
  /** The methods of `extension_ui_request`, with which extensions show something in RPC mode. */
  uiRequests: string[];
  /** The dotted keys of settings.json. */
  settings: string[];
  /** The members of the object that an extension gets, and the events that it can handle (`on(name)`). */
  extensionApi: string[];
  extensionEvents: string[];
  /** The members of `ctx`, of `ctx` in commands and tools, and of `ctx.ui`. */
  context: string[];
  ui: string[];
}

interface Schema {
  properties?: Record<string, Schema>;
}

/** `folder`: of pi's package. Rejects if it has none of a kind, because then pi declares them in another way. */
export async function readSurface(folder: string): Promise<Surface> {
  const dist = join(folder, 'dist');
  const [rpc, session, extensions] = [
    'modes/rpc/rpc-types.d.ts',
    'core/agent-session.d.ts',
    'core/extensions/types.d.ts',
  ].map((file) => join(dist, file)) as [string, string, string];
  const { checker, declared, literals } = openDeclarations([rpc, session, extensions]);
  const members = (...names: string[]): string[] =>
    names.flatMap((name) =>
      declared(extensions, name)
        .getProperties()
        .map((property) => property.name),
    );
  const handled = (): string[] => {
    const on = declared(extensions, 'ExtensionAPI').getProperty('on')!;
    return checker
      .getTypeOfSymbol(on)
      .getCallSignatures()
      .flatMap(({ parameters: [event] }) => {
        const type = event && checker.getTypeOfSymbol(event);
        return type?.isStringLiteral() ? [type.value] : [];
      });
  };

  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const schema = await readFile(join(folder, 'schemas', 'settings.schema.json'), 'utf8');
  const surface = {
    commands: literals(declared(rpc, 'RpcCommand'), 'type'),
    events: literals(declared(session, 'AgentSessionEvent'), 'type'),
    uiRequests: literals(declared(rpc, 'RpcExtensionUIRequest'), 'method'),
    settings: keysOf(JSON.parse(schema) as Schema),
    extensionApi: members('ExtensionAPI'),
    extensionEvents: handled(),
    context: members('ExtensionContext', 'ExtensionCommandContext', 'ExtensionToolContext'),
    ui: members('ExtensionUIContext'),
  };
  for (const [kind, names] of Object.entries(surface))
    if (names.length === 0) throw new Error(`pi ${version} declares no ${kind} where they are expected.`);
  const sorted = Object.entries(surface).map(([kind, names]) => [kind, [...new Set(names)].sort()] as const);
  return { version, ...(Object.fromEntries(sorted) as unknown as Omit<Surface, 'version'>) };
}

/** The dotted keys of the values. */
function keysOf({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([key, schema]) =>
    schema.properties ? keysOf(schema).map((inner) => `${key}.${inner}`) : [key],
  );
}
