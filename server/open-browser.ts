// Opens the page in the user's browser without showing the token to other users of the machine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** How long the file exists: long enough for a browser that has to start first. */
const KEPT_MS = 60_000;

/** The `open` function of the package of this name. */
export type OpenFile = (url: string) => Promise<unknown>;

/**
 * Opens the page if there is a display. Every user of the machine can read command lines, so the token is passed in a
 * file that only this user can read. Returns a function that deletes the file, to be called when the page has loaded.
 */
export async function openBrowser(
  url: string,
  loadOpen: () => Promise<OpenFile>,
): Promise<() => Promise<void>> {
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasDisplay) return () => Promise.resolve();
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-open-'));
  const file = path.join(folder, 'open.html');
  const target = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const html = `<!doctype html><meta http-equiv="refresh" content="0;url=${target}"><title>pi-panel</title>`;
  await writeFile(file, html, { mode: 0o600 });
  let forgotten: Promise<void> | undefined;
  const forget = (): Promise<void> => (forgotten ??= rm(folder, { recursive: true, force: true }));
  setTimeout(() => void forget(), KEPT_MS).unref();
  try {
    const open = await loadOpen();
    await open(pathToFileURL(file).href);
  } catch (error) {
    process.stderr.write(
      `No browser could be opened (${(error as Error).message}); use the address above.\n`,
    );
  }
  return forget;
}
