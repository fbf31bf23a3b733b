// A local Radius, the service of pi's developers, and the source of an extension that sends pi's requests there: pi
// knows only the real address for its sign-in and for shared sessions.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RadiusRequest {
  /** The path with its query. */
  url: string;
  authorization: string | undefined;
  body: string;
}

export class Radius {
  static readonly accessToken = 'radius-access-planted';
  static readonly deviceCode = 'ABCD-EFGH';
  /** Everything that was uploaded. */
  readonly taken: RadiusRequest[] = [];
  /** Whether uploads are refused. */
  isRefusing = false;
  #isApproved = false;
  readonly #server = createServer((request, response) => this.#read(request, response));

  static async start(): Promise<Radius> {
    const radius = new Radius();
    await new Promise<void>((resolve) => radius.#server.listen(0, '127.0.0.1', resolve));
    return radius;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get extension(): string {
    return `
const { fetch } = globalThis;
const moved = (address) => String(address).replace('https://radius.pi.dev', '${this.url}');
globalThis.fetch = (address, init) => fetch(address instanceof Request ? address : moved(address), init);
export default function () {}
`;
  }

  /** Approves, as the user, the device whose code is shown. */
  approveDevice(): void {
    this.#isApproved = true;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #read(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const [status, answer] = this.#answer({
        url: request.url ?? '',
        authorization: request.headers.authorization,
        body,
      });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }

  #answer(request: RadiusRequest): [status: number, answer: object] {
    const [route = ''] = request.url.split('?');
    switch (route) {
      case '/v1/oauth/device':
        return [
          200,
          {
            device_code: 'device',
            user_code: Radius.deviceCode,
            verification_uri: `${this.url}/device`,
            expires_in: 600,
            interval: 1,
          },
        ];
      case '/v1/oauth/token':
        return this.#isApproved
          ? [200, { access_token: Radius.accessToken, refresh_token: 'refresh', expires_in: 3600, scope: '' }]
          : [400, { error: 'authorization_pending' }];
      case '/v1/config':
        return [200, { baseUrl: this.url, models: [] }];
      case '/v1/artifacts':
        this.taken.push(request);
        return [200, { artifact: { canonical_url: 'https://radius.pi.dev/a/1' } }];
      case '/v1/bug-reports':
        this.taken.push(request);
        if (this.isRefusing) return [503, { ok: false, error: 'Full up' }];
        return [200, { ok: true, bug_report: { id: 'bug-1' } }];
      default:
        return [404, { error: 'not found' }];
    }
  }
}
