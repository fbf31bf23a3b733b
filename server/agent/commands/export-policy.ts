// A policy for the page that pi exports: its own scripts run, and it requests nothing. A model may have named an image
// whose address carries what was said, and opening the page would send that.
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** pi's page has its scripts and styles inside (in pi 0.73.1 to 1.6.0). */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
const HEAD = Buffer.from('<head>');
/** In pi's page the head begins in the third line. */
const MAX_PROLOGUE = 64 * 1024;

/** Rejects if the file is not a page. It is then unchanged. */
export async function addPolicy(file: string): Promise<void> {
  const changed = `${file}.new`;
  await pipeline(createReadStream(file), insertPolicy, createWriteStream(changed));
  await rename(changed, file);
}

async function* insertPolicy(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begin: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (begin === null) {
      yield chunk;
      continue;
    }
    begin = Buffer.concat([begin, chunk]);
    const at = begin.indexOf(HEAD);
    if (at === -1 && begin.length > MAX_PROLOGUE) break;
    if (at === -1) continue;
    const end = at + HEAD.length;
    yield begin.subarray(0, end);
    yield Buffer.from(`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
    yield begin.subarray(end);
    begin = null;
  }
  if (begin !== null)
    throw new Error('pi exported a page without a head, which cannot be made safe to open.');
}
