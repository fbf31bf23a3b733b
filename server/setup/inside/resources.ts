// The resources that pi would load for this project now, read from the files by pi's own code, because the extra pi
// itself keeps what it found when it started. Does not install or run anything.
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  RESOURCE_KINDS,
  type ContextFile,
  type ContextKind,
  type PiPackage,
  type ProjectTrust,
  type Resource,
  type ResourceKind,
  type Resources,
  type ResourceScope,
} from '../../../shared/resources.ts';
import { readRegularTextSync } from '../../lib/regular-file.ts';
import { BUILT_IN_EXTENSIONS, importPiPackage, type PiModule, type ResolvedResource } from './pi-package.ts';

interface Project {
  pi: PiModule;
  cwd: string;
  agentDir: string;
  trust: ProjectTrust;
}

/** `isTrusted`: pi's own decision for this run; undefined if this pi does not ask (0.73.1). */
export async function listResources(cwd: string, isTrusted: boolean | undefined): Promise<Resources> {
  const pi = await importPiPackage();
  const agentDir = pi.getAgentDir();
  const trust = trustOf(pi, { cwd, agentDir, isTrusted });
  const project = { pi, cwd, agentDir, trust };
  const { manager, resolved } = await resolveResources(project);
  return {
    trust,
    packages: [
      ...manager
        .listConfiguredPackages()
        .map(({ source, scope, installedPath }) => describePackage(source, scope, installedPath)),
      ...(trust.isTrusted ? [] : untrustedPackages(cwd)),
    ],
    resources: withOverrides(
      RESOURCE_KINDS.flatMap((kind) => markShadowed(resolved[kind] ?? [], kind, pi)),
      await userExtensions(project, resolved),
    ),
    ...contextFiles(project),
  };
}

async function resolveResources({ pi, cwd, agentDir, trust }: Project) {
  const settingsManager = pi.SettingsManager.create(cwd, agentDir, { projectTrusted: trust.isTrusted });
  const builtinExtensions = BUILT_IN_EXTENSIONS;
  const manager = new pi.DefaultPackageManager({ cwd, agentDir, settingsManager, builtinExtensions });
  return { manager, resolved: await manager.resolve(() => Promise.resolve('skip')) };
}

const isOverride = ({ metadata }: ResolvedResource): boolean =>
  metadata.source === 'builtin' && metadata.scope === 'project';

/** Returns the extensions without the project's settings, if these switch a part of pi. */
async function userExtensions(
  project: Project,
  { extensions = [] }: Record<string, ResolvedResource[]>,
): Promise<ResolvedResource[]> {
  if (!extensions.some(isOverride)) return [];
  const { resolved } = await resolveResources({ ...project, trust: { ...project.trust, isTrusted: false } });
  return resolved.extensions ?? [];
}

/** Tells apart, for the parts of pi, what the user's settings say and what the project's say. */
function withOverrides(resources: readonly Resource[], ofUser: readonly ResolvedResource[]): Resource[] {
  return resources.map((resource): Resource => {
    if (!resource.isBuiltIn) return resource;
    if (resource.scope !== 'project') return { ...resource, inProject: null };
    const { isEnabled: inProject } = resource;
    const isEnabled = ofUser.find((one) => one.path === resource.path)?.enabled ?? true;
    return { ...resource, scope: 'user', isEnabled, inProject };
  });
}

/** Stores the decision for good, in pi's own store. `null` removes it. */
export async function decideTrust(cwd: string, decision: boolean | null): Promise<void> {
  const { getAgentDir, ProjectTrustStore } = await importPiPackage();
  if (!ProjectTrustStore) throw new Error('This pi loads the resources of every project without asking.');
  new ProjectTrustStore(getAgentDir()).set(cwd, decision);
}

function trustOf(
  { ProjectTrustStore }: PiModule,
  { agentDir, cwd, isTrusted }: { cwd: string; agentDir: string; isTrusted: boolean | undefined },
): ProjectTrust {
  if (!ProjectTrustStore || isTrusted === undefined)
    return { isTrusted: true, decision: null, path: null, isKnown: false };
  const entry = new ProjectTrustStore(agentDir).getEntry(cwd);
  return { isTrusted, decision: entry?.decision ?? null, path: entry?.path ?? null, isKnown: true };
}

function describePackage(source: string, scope: ResourceScope, installedPath: string | undefined): PiPackage {
  const file = installedPath && path.join(installedPath, 'package.json');
  const manifest = file ? readObject(file) : {};
  return {
    source,
    scope,
    path: installedPath ?? null,
    name: textOf(manifest.name),
    version: textOf(manifest.version),
    description: textOf(manifest.description),
  };
}

/**
 * Returns packages that pi itself does not read before the project is trusted, because the project's settings could
 * name a program to run.
 */
function untrustedPackages(cwd: string): PiPackage[] {
  const { packages } = readObject(path.join(cwd, '.pi', 'settings.json'));
  if (!Array.isArray(packages)) return [];
  return packages
    .map((entry: unknown) =>
      textOf(typeof entry === 'object' && entry ? (entry as { source?: unknown }).source : entry),
    )
    .filter((source) => source !== null)
    .map((source) => describePackage(source, 'project', undefined));
}

function markShadowed(found: readonly ResolvedResource[], kind: ResourceKind, pi: PiModule): Resource[] {
  const names = new Set<string>();
  return found.map((resource) => {
    const described = describeResource(resource, kind, pi);
    // Extensions with the same name load side by side.
    const isShadowed = kind !== 'extensions' && described.isEnabled && names.has(described.name);
    if (described.isEnabled) names.add(described.name);
    return { ...described, isShadowed };
  });
}

function describeResource(
  { enabled, metadata, path: file }: ResolvedResource,
  kind: ResourceKind,
  pi: PiModule,
): Resource {
  const isFile = path.isAbsolute(file) && existsSync(file) && statSync(file).isFile();
  const matter = isFile && file.endsWith('.md') ? frontmatter(pi, file) : {};
  return {
    kind,
    name: (kind === 'skills' ? textOf(matter.name) : null) ?? nameOf(file),
    description: textOf(matter.description),
    path: file,
    isEnabled: enabled,
    isShadowed: false,
    scope: metadata.scope === 'project' ? 'project' : 'user',
    package: metadata.origin === 'package' ? metadata.source : null,
    baseDir: metadata.baseDir ?? null,
    isBuiltIn: metadata.source === 'builtin',
  };
}

/** Returns the folder of a SKILL.md or an index.ts, and of any other file its name without the extension. */
function nameOf(file: string): string {
  const name = path.basename(file).replace(/\.(md|json|[cm]?[jt]s)$/, '');
  return ['SKILL', 'index'].includes(name) ? path.basename(path.dirname(file)) : name;
}

function frontmatter(pi: PiModule, file: string): Record<string, unknown> {
  try {
    return pi.parseFrontmatter(readRegularTextSync(file)).frontmatter;
  } catch {
    // A broken file is listed by its name. pi reports it when it starts.
    return {};
  }
}

function contextFiles({ agentDir, cwd, pi, trust }: Project): Pick<Resources, 'absent' | 'contexts'> {
  const contexts = (pi.loadProjectContextFiles?.({ cwd, agentDir }) ?? []).map((file): ContextFile => ({
    kind: 'context',
    path: file.path,
  }));
  const absent: Resources['absent'] = [];
  const places = { user: agentDir, project: path.join(cwd, '.pi') };
  for (const [kind, name] of [
    ['system', 'SYSTEM.md'],
    ['append', 'APPEND_SYSTEM.md'],
  ] as const) {
    const files = { user: path.join(places.user, name), project: path.join(places.project, name) };
    // The project's file replaces the user's own.
    const used = [...(trust.isTrusted ? [files.project] : []), files.user].find((file) => existsSync(file));
    if (used) contexts.unshift({ kind, path: used });
    for (const scope of ['user', 'project'] as const)
      if (!existsSync(files[scope])) absent.push({ kind, scope, path: files[scope] });
  }
  const inOrder: ContextKind[] = ['system', 'append', 'context'];
  contexts.sort((a, b) => inOrder.indexOf(a.kind) - inOrder.indexOf(b.kind));
  for (const [scope, folder] of [
    ['user', agentDir],
    ['project', cwd],
  ] as const)
    if (!contexts.some((file) => file.kind === 'context' && path.dirname(file.path) === folder))
      absent.push({ kind: 'context', scope, path: path.join(folder, 'AGENTS.md') });
  return { contexts, absent };
}

/** A file that is missing, or that nobody can read or parse, is an empty object. pi reports it when it starts. */
function readObject(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readRegularTextSync(file).replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim() : null;
}
