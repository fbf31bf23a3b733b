// The part of pi's package that lists packages and resources, and keeps the decisions about trust (in pi 0.73.1 to
// 1.5.2).
import { importByScope, importInPi } from '../../companion/import-in-pi.ts';

export interface PiModule {
  getAgentDir: () => string;
  SettingsManager: {
    create: (cwd: string, agentDir: string, options: { projectTrusted: boolean }) => object;
  };
  DefaultPackageManager: new (options: {
    cwd: string;
    agentDir: string;
    settingsManager: object;
    /** Since 0.99. */
    builtinExtensions?: readonly string[];
  }) => PackageManager;
  loadProjectContextFiles?: (options: { cwd: string; agentDir: string }) => { path: string }[];
  parseFrontmatter: (text: string) => { frontmatter: Record<string, unknown> };
  /** Since 0.79. */
  ProjectTrustStore?: new (agentDir: string) => {
    getEntry: (cwd: string) => { path: string; decision: boolean } | null;
    set: (cwd: string, decision: boolean | null) => void;
  };
}

/** The extensions that are part of pi (0.99 to 1.6). They are listed only if they are named. */
export const BUILT_IN_EXTENSIONS = ['mcp', 'codemode', 'tool-search', 'llama.cpp'] as const;

interface PackageManager {
  resolve: (onMissing: () => Promise<'skip'>) => Promise<Record<string, ResolvedResource[]>>;
  listConfiguredPackages: () => { source: string; scope: 'user' | 'project'; installedPath?: string }[];
}

export interface ResolvedResource {
  path: string;
  enabled: boolean;
  metadata: {
    /** The package's source, or `auto`, `local`, or `builtin` (1.5.2). */
    source: string;
    scope: string;
    origin: 'package' | 'top-level';
    baseDir?: string;
  };
}

export function importPiPackage(): Promise<PiModule> {
  return importByScope((scope) => importInPi(`${scope}/pi-coding-agent`) as Promise<PiModule>);
}
