// The panel under measurement, and plain HTTP to it whose bytes can be counted.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PageCommand } from '../../../shared/wire.ts';
import type { PanelFolders } from '../../panel/folders.ts';
import { Panel, type PanelOptions } from '../../panel/panel.ts';
import { BareHttp } from './bare-http.ts';
import type { Lab } from './lab.ts';
import { nowMicros, withDeadline } from './timing.ts';

const START_MS = 60_000;

export class BenchPanel extends Panel {
  /** The time from starting the process to its ready line, in ms. */
  readyMs = 0;
  /** By `nowMicros`. */
  startedAt = 0;
  /** The id of its only agent. */
  agent = '';

  static async open(lab: Lab, folders: PanelFolders, options: PanelOptions): Promise<BenchPanel> {
    const panel = new BenchPanel(folders, options);
    lab.onClose(() => panel.close());
    await withDeadline(START_MS, "the panel's ready line", panel.start());
    return panel;
  }

  override async start(): Promise<void> {
    this.startedAt = nowMicros();
    await super.start();
    this.readyMs = (nowMicros() - this.startedAt) / 1000;
    this.agent = await this.firstAgent();
  }

  /** Resolves to a response whose body is still unread. Rejects unless the status is 200. */
  async openRoute(route: string): Promise<IncomingMessage> {
    const outgoing = get(this.#address(route), { headers: this.authorization, agent: false });
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return response;
    throw new Error(`GET ${route}: ${response.statusCode} ${await text(response)}`);
  }

  /** Opens a connection for `send`. The panel closes it if nothing is sent for 5 s. */
  connect(): Promise<BareHttp> {
    return BareHttp.open(this.port);
  }

  /** Sends a command. Rejects when it is refused. */
  async send(command: PageCommand, connection?: BareHttp): Promise<void> {
    const used = connection ?? (await this.connect());
    const path = `/api/agents/${this.agent}/commands`;
    const { status, body } = await used.post(path, this.authorization, JSON.stringify(command));
    if (!connection) used.close();
    if (status === 200 && (JSON.parse(body) as { success: boolean }).success) return;
    throw new Error(`The panel answered ${command.type} with ${status} ${body}`);
  }

  #address(route: string): string {
    return `http://127.0.0.1:${this.port}/api/${route}`;
  }
}
