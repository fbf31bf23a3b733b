// A small TypeScript project with a real typescript-language-server in its node_modules.
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import type { RunningPanel } from './panel.ts';

const MODULES = path.resolve(import.meta.dirname, '../../node_modules');
export const SERVER = path.join(MODULES, 'typescript-language-server', 'lib', 'cli.mjs');
export const SHAPES = `export function area(width: number, height: number): number {
  return width * height;
}
`;
export const APP = `import { area } from './shapes';

const garden = area(3, 4);
export const twice = area(garden, 2);
`;
/** Its problem shows that the server has read the whole project. Before that, it answers from single files. */
export const BROKEN = `${APP}export const wrong: string = garden;\n`;
const FILES = {
  'src/shapes.ts': SHAPES,
  'src/app.ts': APP,
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true } }\n',
};
/** An environment of its own, so that no other test gets a panel whose server knows these files. */
export const OWN = { files: FILES, env: {} };
export const TRUSTED = { ...OWN, settings: { defaultProjectTrust: 'always' } };

/** Installs the server in the project, as npm would. */
export async function install(panel: RunningPanel): Promise<void> {
  const bin = path.join(panel.workspace, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  await symlink(SERVER, path.join(bin, 'typescript-language-server'));
  await symlink(path.join(MODULES, 'typescript'), path.join(panel.workspace, 'node_modules', 'typescript'));
}
