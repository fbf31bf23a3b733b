// Derives the JSON schema of models.json for a pi that publishes none (before 1.2) from the code with which the last pi
// before 1.0 checks the file. `npm run versions -- 0.87.1` fetches that pi, and `node scripts/models-schema.ts` writes
// the schema. The descriptions are those of the schema that the panel's own pi publishes.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { installedPi, packageOf, versionsFolder } from './pi-versions.ts';

const VERSION = '0.87.1';
const PI = pathToFileURL(`${versionsFolder()}/${VERSION}/node_modules/${packageOf(VERSION)}/`);
const PUBLISHED = new URL(
  '../node_modules/@earendil-works/pi-coding-agent/schemas/models.schema.json',
  import.meta.url,
);
const STORED = new URL('../web/settings/schemas/models-schema.json', import.meta.url);
/** Shorter schemas are repeated where they are used. */
const MIN_SHARED = 200;

interface Schema {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  $defs?: Record<string, Schema>;
}

/** Evaluates the declarations of the schemas in pi's module, which exports none of them. Null without that pi. */
export async function deriveSchema(): Promise<Schema | null> {
  if (!(await installedPi(`${versionsFolder()}/${VERSION}`))) return null;
  const source = await readFile(new URL('dist/core/model-config.js', PI), 'utf8');
  const declarations = /^const [\s\S]*?(?=^const validateModelsConfig)/m.exec(source)?.[0];
  if (!declarations) throw new Error('pi’s model-config.js declares no schemas.');
  const { Type } = createRequire(PI)('typebox') as { Type: object };
  const names = [...declarations.matchAll(/^const (\w+)Schema = Type/gm)].map(([, name]) => name!);
  const list = `[${names.map((name) => `${name}Schema`).join(',')}]`;
  const text = JSON.stringify(runInNewContext(`${declarations};${list}`, { Type }));
  const schemas = (JSON.parse(text) as Schema[]).map(simplify);
  const shared = new Map<string, string>();
  const $defs: Record<string, Schema> = {};
  for (const [at, name] of names.slice(0, -1).entries()) {
    const key = JSON.stringify(schemas[at]);
    if (key.length < MIN_SHARED) continue;
    $defs[name] = share(schemas[at]!, shared);
    shared.set(key, name);
  }
  const root = share(schemas.at(-1)!, shared);
  root.properties = { $schema: { type: 'string' }, ...root.properties };
  return { $comment: `The schema by which pi ${VERSION} checks models.json`, ...root, $defs };
}

/** A choice between literals becomes an `enum`. */
function simplify(schema: Schema): Schema {
  const literals = schema.anyOf?.map((one) => one.const);
  if (literals?.every((one) => one !== undefined)) return { enum: literals };
  return mapChildren(schema, simplify);
}

/** Refers to the schemas in `shared` instead of repeating them. */
function share(schema: Schema, shared: ReadonlyMap<string, string>): Schema {
  return mapChildren(schema, (child) => {
    const name = shared.get(JSON.stringify(child));
    return name ? { $ref: `#/$defs/${name}` } : share(child, shared);
  });
}

function mapChildren(schema: Schema, change: (child: Schema, name: string) => Schema): Schema {
  const changed = { ...schema };
  for (const key of ['properties', 'patternProperties', '$defs'] as const)
    if (schema[key])
      changed[key] = Object.fromEntries(
        Object.entries(schema[key]).map(([name, child]) => [name, change(child, name)]),
      );
  if (schema.items) changed.items = change(schema.items, '');
  if (schema.anyOf) changed.anyOf = schema.anyOf.map((child) => change(child, ''));
  return changed;
}

/** The schema without its descriptions. */
export function withoutDescriptions({ description: _description, ...schema }: Schema): Schema {
  return mapChildren(schema, withoutDescriptions);
}

/** Adds the descriptions of another schema to the properties of the same name, preferably at the same place. */
function describe(schema: Schema, other: Schema): Schema {
  const known = new Map<string, string>();
  const collect = (one: Schema, parent: string): Schema =>
    mapChildren(one, (child, name) => {
      const { description } = child;
      if (typeof description === 'string')
        for (const key of [`${parent}.${name}`, name]) if (!known.has(key)) known.set(key, description);
      return collect(child, name || parent);
    });
  collect(other, '');
  const add = (one: Schema, parent: string): Schema =>
    mapChildren(one, (child, name) => {
      const description = name && (known.get(`${parent}.${name}`) ?? known.get(name));
      return add(description ? { ...child, description } : child, name || parent);
    });
  return add(schema, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const schema = await deriveSchema();
  if (!schema)
    throw new Error(`pi ${VERSION} is not installed: \`npm run versions -- ${VERSION}\` installs it.`);
  const published = JSON.parse(await readFile(PUBLISHED, 'utf8')) as Schema;
  await writeFile(STORED, `${JSON.stringify(describe(schema, published), null, 2)}\n`);
}
