// The files of skills, prompt templates and the system prompt, which may be outside the workspace. Only files that pi
// itself lists can be read and changed, and new ones are created only where pi looks for them.
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { ContextKind, Resources, ResourceScope } from '../../shared/resources.ts';
import { isBelow, type ConfigPlace } from './config-file.ts';

export interface NewResource {
  kind: 'skills' | 'prompts' | ContextKind;
  scope: ResourceScope;
  /** The name of a skill or a prompt template. */
  name?: string | undefined;
  description?: string | undefined;
}

/** pi's own folder, and `.pi` of the project. Absolute. */
export type ResourceFolders = Record<ResourceScope, string>;

/** Returns the place of a file. Throws a Refusal 404 if pi does not list the file. */
export function resourcePlace(
  { contexts, resources }: Pick<Resources, 'contexts' | 'resources'>,
  file: string,
  folders: ResourceFolders,
): ConfigPlace {
  const isListed = [...contexts, ...resources].some((one) => one.path === file);
  if (isListed && path.isAbsolute(file)) return placeOf(file, folders);
  throw new Refusal(404, 'unknown_file', 'path: pi lists no such skill, prompt template or other resource.');
}

/** Throws a Refusal 409 if an update of its package would overwrite it. */
export function refuseManaged({ resources }: Pick<Resources, 'resources'>, file: string): void {
  const source = resources.find((one) => one.path === file)?.package;
  if (!source || /^[./~]/.test(source)) return;
  const message = `${file} belongs to ${source}: its next update would overwrite your changes. Copy it instead.`;
  throw new Refusal(409, 'managed_file', message);
}

/** Returns a new file's place and text. Throws a Refusal 400, or 409 if there is such a file. */
export function newResource(
  { description = '', kind, name = '', scope }: NewResource,
  { absent, folders }: { absent: Resources['absent']; folders: ResourceFolders },
): { place: ConfigPlace; text: string } {
  if (kind !== 'skills' && kind !== 'prompts') {
    const file = absent.find((one) => one.kind === kind && one.scope === scope)?.path;
    if (!file) throw new Refusal(409, 'exists', 'kind: this file already exists. Edit it instead.');
    return { place: placeOf(file, folders), text: CONTEXT_TEXTS[kind] };
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 64)
    throw new Refusal(400, 'bad_body', 'name: use up to 64 lowercase letters, digits and single hyphens.');
  const about = JSON.stringify(description.trim() || `When to use ${name}`);
  if (kind === 'skills') {
    const file = path.join(folders[scope], 'skills', name, 'SKILL.md');
    const text = `---\nname: ${name}\ndescription: ${about}\n---\n\n# ${name}\n\nWrite here what the model should do.\n`;
    return { place: placeOf(file, folders), text };
  }
  const text = `---\ndescription: ${about}\nargument-hint: "[arguments]"\n---\nWrite the prompt here. $ARGUMENTS is replaced.\n`;
  return { place: placeOf(path.join(folders[scope], 'prompts', `${name}.md`), folders), text };
}

const CONTEXT_TEXTS: Record<ContextKind, string> = {
  context: '# Instructions\n\nWhat every agent should know here.\n',
  system: 'You are a coding agent. This text replaces the system prompt of pi.\n',
  append: 'This text is added to the system prompt of pi.\n',
};

function placeOf(file: string, { user, project }: ResourceFolders): ConfigPlace {
  const root = path.dirname(project);
  const isOfProject = isBelow(root, file) && !isBelow(user, file);
  return { path: file, format: 'text', reaction: '', ...(isOfProject && { within: root }) };
}
