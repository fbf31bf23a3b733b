// The JSON schema of one of pi's files. It comes with the running pi or, for an older pi, was derived from pi's code or
// documentation.
import { TESTED_PI } from '../../../shared/pi/abilities.ts';
import type { ConfigName, FileSchema, PiSchema, SchemaName } from '../../../shared/setup.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

const NAMES: Record<ConfigName, SchemaName | null> = {
  models: 'models',
  settings: 'settings',
  'project-settings': 'settings',
  mcp: null,
  'project-mcp': null,
};

/** The address by which a file can name its schema itself. Nothing is fetched from it. */
const addressOf = (name: SchemaName | null): string => `https://pi.dev/schemas/${name ?? 'mcp'}.schema.json`;

export interface EditorSchema extends FileSchema {
  address: string;
}

export async function fetchSchema(
  agent: Pick<Agent, 'api' | 'path' | 'view'>,
  file: ConfigName,
): Promise<EditorSchema> {
  const name = NAMES[file];
  const answer = name && (await agent.api.json<PiSchema>(`${agent.path}/setup/schemas/${name}`));
  return { ...(answer?.found ?? (await derivedSchema(name, agent))), address: addressOf(name) };
}

async function derivedSchema(name: SchemaName | null, agent: Pick<Agent, 'view'>): Promise<FileSchema> {
  switch (name) {
    case 'models':
      return { schema: (await import('./models-schema.json')).default, version: '0.87.1' };
    case 'settings': {
      const { settingsSchema } = await import('./settings-schema.ts');
      // Read after a wait, because the caller follows what is read before: each event would fetch the schema again.
      const version = agent.view?.version ?? TESTED_PI;
      return { schema: settingsSchema(version), version };
    }
    case null:
      return { schema: (await import('./mcp-schema.ts')).MCP_SCHEMA, version: TESTED_PI };
  }
}
