// A report to pi's developers, as pi's TUI makes it for `/bug` (since 0.86). The parts that collect it and leave out
// what is secret are files inside pi's package, which pi does not export (1.6.0), so they are imported by their path.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtensionAPI, ExtensionCommandContext, SessionManager } from '@earendil-works/pi-coding-agent';
import type { BugReport, BugReportFile, BugReportRequest } from '../../../shared/sharing.ts';
import { cutText } from '../../../shared/view/cut-text.ts';
import { importByScope, importInPi } from '../import-in-pi.ts';
import type { Runner } from '../loaded.ts';
import { radiusToken } from './radius.ts';
import { serializeBranch } from './session-text.ts';

type Ctx = ExtensionCommandContext;
interface File {
  name: string;
  contentType: string;
  data: string;
}

interface Inside {
  pi: ExtensionAPI;
  ctx: Ctx;
}

interface Parts {
  collectBugReportMetadata: (options: object) => { id: string; createdAt: string; hint: string | null };
  collectBugReportDiagnostics: (
    sessionManager: object,
    crashes: readonly unknown[],
  ) => { crashes: unknown[] };
  bugReportFiles: (bundle: object) => File[];
  generateBugReportSummary: (options: object) => Promise<string>;
  readCrashLog: () => unknown[];
  clearCrashLog: () => void;
  writeZipArchive: (file: string, entries: readonly { name: string; data: string }[]) => Promise<void>;
  getRadiusGatewayUrl: () => string;
}

interface Agent {
  getAgentDir?: () => string;
  getPackageDir?: () => string;
  SettingsManager?: {
    create: (...given: [cwd: string, agentDir: string, options: object]) => {
      getGlobalSettings: () => object;
      getProjectSettings: () => object;
    };
  };
}

/** UTF-16 units of each file that the page shows before anything is sent. The zip file has all of them. */
const MAX_TEXT = 100_000;
const MAX_MS = 120_000;
const ZIP = 'pi-bug-report.zip';

/** Writes the files of a report into `folder`, which has nothing else, and describes them. */
export async function writeReport(
  folder: string,
  options: BugReportRequest,
  { pi, ctx, runner }: Inside & { runner: Runner },
): Promise<Omit<BugReport, 'download'>> {
  const parts = await loadParts();
  const summary = options.withSummary ? await summarize(parts, options.hint, { pi, ctx }) : undefined;
  const metadata = parts.collectBugReportMetadata({
    hint: options.hint,
    sessionId: ctx.sessionManager.getSessionId(),
    cwd: ctx.cwd,
    includeSession: options.withSession,
    includeSummary: summary !== undefined,
    messageCount: messagesOf(ctx).length,
    model: ctx.model,
    modelRuntime: runtimeOf(ctx),
    thinkingLevel: pi.getThinkingLevel(),
    extensions: (runner.extensions ?? []).map((one) => ({
      ...one,
      sourceInfo: { source: '', ...one.sourceInfo },
    })),
    extensionErrors: [],
    ...(await settingsOf(ctx)),
  });
  const diagnostics = parts.collectBugReportDiagnostics(ctx.sessionManager, parts.readCrashLog());
  const files = parts.bugReportFiles({
    metadata,
    diagnostics,
    summary,
    sessionJsonl: options.withSession ? serializeBranch(pi, ctx) : undefined,
  });
  await mkdir(folder, { recursive: true });
  for (const { name, data } of files) await writeFile(path.join(folder, name), data);
  return {
    id: metadata.id,
    host: new URL(parts.getRadiusGatewayUrl()).host,
    isOffline: Boolean(process.env['PI_OFFLINE']),
    files: files.map(describe),
  };
}

const describe = ({ name, data }: File): BugReportFile => ({
  name,
  bytes: Buffer.byteLength(data),
  text: cutText(data, MAX_TEXT),
});

/** Sends the files of `folder` as they are. Resolves to the id that the developers know the report by. */
export async function uploadReport(folder: string, pi: ExtensionAPI, ctx: Ctx): Promise<string> {
  if (process.env['PI_OFFLINE'])
    throw new Error('pi is offline (PI_OFFLINE), so nothing is uploaded. Download the zip file instead.');
  const parts = await loadParts();
  const body = new FormData();
  for (const { name, contentType, data } of await readFiles(folder))
    body.append(name, new Blob([data], { type: contentType }), name);
  const token = await radiusToken(ctx);
  const response = await fetch(new URL('/v1/bug-reports', parts.getRadiusGatewayUrl()), {
    method: 'POST',
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    body,
    signal: AbortSignal.timeout(MAX_MS),
  });
  const answer = Object(await response.json().catch(() => null)) as {
    ok?: unknown;
    bug_report?: { id?: unknown };
    description?: string;
    error?: string;
  };
  const id = answer.bug_report?.id;
  if (!response.ok || answer.ok !== true || typeof id !== 'string')
    throw new Error(
      `The report was not uploaded: ${answer.description ?? answer.error ?? (response.statusText || response.status)}`,
    );
  await record(folder, { delivery: 'upload' }, { pi, parts });
  return id;
}

/** Makes one file of the files of `folder`, at `zip`. */
export async function zipReport(folder: string, zip: string, pi: ExtensionAPI): Promise<void> {
  const parts = await loadParts();
  await parts.writeZipArchive(zip, await readFiles(folder));
  await record(folder, { delivery: 'zip', path: ZIP }, { pi, parts });
}

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.md': 'text/markdown',
};

async function readFiles(folder: string): Promise<File[]> {
  const names = (await readdir(folder)).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      name,
      contentType: TYPES[path.extname(name)] ?? 'application/octet-stream',
      data: await readFile(path.join(folder, name), 'utf8'),
    })),
  );
}

/** Notes the report in the session, and forgets the crashes that it contains, as pi does. */
async function record(
  folder: string,
  delivery: object,
  { pi, parts }: { pi: ExtensionAPI; parts: Parts },
): Promise<void> {
  const read = async (name: string): Promise<Record<string, unknown>> =>
    Object(JSON.parse(await readFile(path.join(folder, name), 'utf8'))) as Record<string, unknown>;
  const { id, createdAt, hint, session } = await read('report.json');
  const { included, summaryIncluded } = Object(session) as Record<string, unknown>;
  const { crashes } = await read('diagnostics.json');
  pi.appendEntry('pi.bug-report', {
    id,
    createdAt,
    hint,
    sessionIncluded: included,
    summaryIncluded,
    ...delivery,
  });
  if (Array.isArray(crashes) && crashes.length > 0) parts.clearCrashLog();
}

/** Asks the model of the session, with pi's own instructions. */
async function summarize(parts: Parts, hint: string, { pi, ctx }: Inside): Promise<string> {
  const { model, modelRegistry } = ctx;
  if (!model) throw new Error('There is no model that could write a summary.');
  return parts.generateBugReportSummary({
    model,
    messages: messagesOf(ctx),
    hint,
    signal: AbortSignal.timeout(MAX_MS),
    thinkingLevel: pi.getThinkingLevel(),
    sessionId: ctx.sessionManager.getSessionId(),
    streamFn: (...given: Parameters<typeof modelRegistry.streamSimple>) =>
      modelRegistry.streamSimple(...given),
  });
}

/** pi gives extensions its whole session manager, and describes a part of it (0.73.1 to 1.6.0). */
const messagesOf = ({ sessionManager }: Ctx): unknown[] =>
  (sessionManager as unknown as SessionManager).buildSessionContext().messages;

/** The section of a report about providers. */
function runtimeOf({ modelRegistry }: Ctx): object {
  return {
    getProvider: (id: string) => modelRegistry.getProvider(id),
    getProviderAuthStatus: (id: string) => modelRegistry.getProviderAuthStatus(id),
    isUsingOAuth: (provider: string) =>
      modelRegistry.isUsingOAuth({ provider } as Parameters<typeof modelRegistry.isUsingOAuth>[0]),
    getRegisteredProviderIds: () => modelRegistry.getRegisteredProviderIds(),
  };
}

async function settingsOf(ctx: Ctx): Promise<{ globalSettings: object; projectSettings: object }> {
  const { SettingsManager, getAgentDir } = await importAgent();
  if (!SettingsManager || !getAgentDir) throw missing();
  const manager = SettingsManager.create(ctx.cwd, getAgentDir(), { projectTrusted: ctx.isProjectTrusted() });
  return { globalSettings: manager.getGlobalSettings(), projectSettings: manager.getProjectSettings() };
}

const FILES = ['core/bug-report.js', 'core/crash-log.js', 'core/radius.js', 'utils/zip.js'];

async function loadParts(): Promise<Parts> {
  const folder = (await importAgent()).getPackageDir?.();
  if (folder === undefined) throw missing();
  try {
    const modules = await Promise.all(
      FILES.map((file) => import(pathToFileURL(path.join(folder, 'dist', file)).href) as Promise<object>),
    );
    return Object.assign({}, ...modules) as Parts;
  } catch {
    throw missing();
  }
}

const importAgent = (): Promise<Agent> =>
  importByScope((scope) => importInPi(`${scope}/pi-coding-agent`) as Promise<Agent>);

const missing = (): Error =>
  new Error(
    'This pi has no bug reports that the panel can make: that takes pi 0.86 or newer, installed by npm. Newer ones can do it in a terminal: type /bug there.',
  );
