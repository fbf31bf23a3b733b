// Shares the session as pi's TUI does for `/share`: as a secret gist with the user's own GitHub CLI, or at Radius. pi
// exports none of its parts for that (1.6.0), so this follows its session-share.js step by step.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExtensionAPI, ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import type { Shared, SharePlace } from '../../../shared/sharing.ts';
import { radiusToken } from './radius.ts';
import { serializeBranch } from './session-text.ts';

/** Where a session goes, and who sends it. */
export interface ShareTarget {
  place: SharePlace;
  account?: string;
}

type Ctx = ExtensionCommandContext;

/** Radius has artifacts at this address only, whatever `PI_RADIUS_GATEWAY` says (in pi 1.6.0). */
const ARTIFACTS = 'https://radius.pi.dev/v1/artifacts';
const VIEWER = 'https://pi.dev/session/';
const MAX_MS = 120_000;

/** Rejects with what the user has to do first. */
export async function findTarget(pi: ExtensionAPI, ctx: Ctx): Promise<ShareTarget> {
  // Since 1.3, settings name the place. Before that it was found by the sign-in, too.
  const wanted = typeof pi.getSettings === 'function' ? pi.getSettings().sessionShareDestination : undefined;
  if (wanted !== 'gist' && (await radiusToken(ctx))) return { place: 'radius' };
  if (wanted === 'radius')
    throw new Error('The session is to be shared at Radius, and you are not signed in there: use /login.');
  return { place: 'gist', account: await githubAccount(pi) };
}

async function githubAccount(pi: ExtensionAPI): Promise<string> {
  const { code, stdout, stderr } = await runGh(pi, ['auth', 'status'], process.cwd());
  const said = `${stdout}\n${stderr}`;
  if (code !== 0 && said.trim() === '')
    throw new Error(
      'A session is shared as a gist by the GitHub CLI (gh), which is not installed: https://cli.github.com',
    );
  if (code !== 0)
    throw new Error(`The GitHub CLI is not signed in: run gh auth login. It says: ${said.trim()}`);
  const [, host, name] = /Logged in to (\S+) (?:account|as) (\S+)/.exec(said) ?? [];
  return host && name ? `${name} on ${host}` : '';
}

/** Writes what Radius gets. pi itself exports the page that becomes a gist. */
export async function writeSession(file: string, pi: ExtensionAPI, ctx: Ctx): Promise<void> {
  await writeFile(file, serializeBranch(pi, ctx));
}

/** Rejects with the error of the GitHub CLI or of Radius. */
export async function share(
  { place, file }: { place: SharePlace; file: string },
  pi: ExtensionAPI,
  ctx: Ctx,
): Promise<Shared> {
  return place === 'gist' ? createGist(file, pi) : uploadArtifact(file, ctx);
}

async function createGist(file: string, pi: ExtensionAPI): Promise<Shared> {
  // In the folder of the file, so that nothing in the project can change what gh does.
  const { code, stdout, stderr, killed } = await runGh(
    pi,
    ['gist', 'create', '--public=false', file],
    path.dirname(file),
  );
  if (killed) throw new Error('The GitHub CLI did not end within two minutes. Look for the gist at GitHub.');
  if (code !== 0) throw new Error(`The gist was not created: ${stderr.trim() || 'gh did not say why.'}`);
  const gist = stdout.trim();
  const id = gist.split('/').pop();
  if (!id) throw new Error('The gist was created, but gh did not name its address. Look for it at GitHub.');
  return { url: `${process.env['PI_SHARE_VIEWER_URL'] ?? VIEWER}#${id}`, gist };
}

async function runGh(
  pi: ExtensionAPI,
  args: string[],
  cwd: string,
): Promise<{ code: number; stdout: string; stderr: string; killed: boolean }> {
  try {
    return await pi.exec('gh', args, { cwd, timeout: MAX_MS });
  } catch {
    // Some versions reject if there is no such program.
    return { code: 1, stdout: '', stderr: '', killed: false };
  }
}

async function uploadArtifact(file: string, ctx: Ctx): Promise<Shared> {
  const token = await radiusToken(ctx);
  if (!token) throw new Error('You are not signed in to Radius any more: use /login.');
  const url = new URL(ARTIFACTS);
  url.searchParams.set('visibility', 'organization');
  url.searchParams.set('title', 'Pi session');
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
    body: new Uint8Array(await readFile(file)),
    signal: AbortSignal.timeout(MAX_MS),
  });
  const answer = Object(await response.json().catch(() => null)) as {
    artifact?: { canonical_url?: unknown };
    error?: unknown;
  };
  const address = answer.artifact?.canonical_url;
  if (response.ok && typeof address === 'string') return { url: address };
  const why = typeof answer.error === 'string' ? answer.error : response.statusText || response.status;
  throw new Error(`Radius did not take the session: ${why}`);
}
