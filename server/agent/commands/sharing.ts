// Shares the session (`/share`) and reports bugs to pi's developers (`/bug`): first the files are written, which the
// page shows; then exactly these files are sent, by the panel's extension inside pi.
import { stat, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findSecrets, removeSecrets, type Base64 } from '../../../shared/exported-secrets.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { BugReport, SentBugReport, Shared, ShareOffer, SharePlace } from '../../../shared/sharing.ts';
import type { SharingCommand } from '../../../shared/wire.ts';
import type { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { Export, Exports } from './exports.ts';

export interface SharingOptions {
  bridge: Pick<ExtensionBridge, 'ask'>;
  exports: Exports;
  pi: Pick<PiPort, 'requestData'>;
}

type CommandOf<T extends SharingCommand['type']> = Extract<SharingCommand, { type: T }>;

/** The names that the viewers of gists and of Radius look for (pi 1.6.0). */
const NAMES: Readonly<Record<SharePlace, string>> = { gist: 'session.html', radius: 'session.jsonl' };
const BASE64: Base64 = {
  decode: (base64) => Buffer.from(base64, 'base64').toString(),
  encode: (text) => Buffer.from(text).toString('base64'),
};
const ZIP = 'pi-bug-report.zip';

export class Sharing {
  readonly #options: SharingOptions;
  /** Where each prepared file goes. */
  readonly #places = new Map<string, SharePlace>();

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /** Throws a Refusal: 409 if what was prepared is gone, 502 with what the user has to do, or with what failed. */
  async run(command: SharingCommand): Promise<Answer> {
    switch (command.type) {
      case 'panel_share':
        return { success: true, data: await this.#offer() };
      case 'panel_share_send':
        return { success: true, data: await this.#share(command) };
      case 'panel_bug':
        return { success: true, data: await this.#report(command) };
      case 'panel_bug_send':
        return { success: true, data: await this.#sendReport(command) };
    }
  }

  async #offer(): Promise<ShareOffer> {
    const { bridge, exports, pi } = this.#options;
    const { place, account } = await bridge.ask<{ place: SharePlace; account?: string }>({
      ask: 'share_target',
    });
    const { id, file } = await exports.create(NAMES[place], true);
    if (place === 'gist') await pi.requestData({ type: 'export_html', outputPath: file });
    else await bridge.ask({ ask: 'share_file', file });
    this.#places.set(id, place);
    const { size: bytes } = await stat(file);
    return { download: id, place, ...(account && { account }), name: NAMES[place], bytes };
  }

  async #share({ download, isCleaned }: CommandOf<'panel_share_send'>): Promise<Shared> {
    const { file } = this.#find(download);
    const place = this.#places.get(download) ?? 'gist';
    if (isCleaned) {
      const text = await readFile(file, 'utf8');
      await writeFile(file, removeSecrets(text, findSecrets(text, BASE64), BASE64));
    }
    return this.#options.bridge.ask<Shared>({ ask: 'share', place, file });
  }

  async #report({ hint, withSession, withSummary }: CommandOf<'panel_bug'>): Promise<BugReport> {
    const { bridge, exports } = this.#options;
    const created = await exports.create(ZIP, true);
    const folder = filesOf(created);
    const report = await bridge.ask<Omit<BugReport, 'download'>>({
      ask: 'bug_files',
      folder,
      hint,
      withSession,
      withSummary,
    });
    return { download: created.id, ...report };
  }

  async #sendReport({ download, to }: CommandOf<'panel_bug_send'>): Promise<SentBugReport> {
    const { bridge } = this.#options;
    const found = this.#find(download);
    const folder = filesOf(found);
    if (to === 'upload') return { id: await bridge.ask<string>({ ask: 'bug_upload', folder }) };
    await bridge.ask({ ask: 'bug_zip', folder, zip: found.file });
    return { id: download, download };
  }

  #find(download: string): Export {
    const found = this.#options.exports.find(download);
    if (found) return found;
    throw new Refusal(409, 'unknown_export', 'What was to be sent is no longer kept. Begin again.');
  }
}

/** The folder of a report's files. */
const filesOf = ({ file }: Export): string => path.join(path.dirname(file), 'files');
