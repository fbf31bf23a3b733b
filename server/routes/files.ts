// The files of an agent's workspace: listing, searching, reading and saving them, moving and deleting them.
import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import type { DeletedFile, FoundFiles } from '../../shared/files.ts';
import type { Host } from '../host/host.ts';
import { jsonLines } from '../lib/json-lines.ts';
import { parseSearchQuery } from '../lib/search-query.ts';
import { findInBytes, parseQuery } from '../output/find/find.ts';
import { withFolders } from '../workspace/find/folders-of.ts';
import { parseFileGlobs } from '../workspace/search/file-globs.ts';
import { MAX_PART } from '../workspace/read-file.ts';
import type { RowsRequest } from '../workspace/rows/huge-files.ts';
import { countQuery, readBody, requiredQuery } from './request.ts';

const path = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));

/** How many files are considered to find the folders around them. */
const FILES_FOR_FOLDERS = 100;

/** Headers with which no browser executes the bytes. */
const AS_BYTES = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
  'Content-Security-Policy': "sandbox; default-src 'none'",
};

export function fileRoutes(host: Host): Hono {
  const routes = new Hono();

  routes.get('/agents/:agent/files', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    return c.json(await workspace.list(c.req.query('path') ?? ''));
  });

  routes.get('/agents/:agent/find', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    const limit = countQuery(c, 'limit', { otherwise: 20, most: 200 });
    const query = c.req.query('query') ?? '';
    if (c.req.query('folders') !== '1') return c.json(await workspace.find(query, limit));
    const found = await workspace.find(query, Math.max(limit, FILES_FOR_FOLDERS));
    return c.json({ ...found, files: withFolders(found.files, query, limit) } satisfies FoundFiles);
  });

  routes.get('/agents/:agent/search', async (c) => {
    const asked = {
      ...parseSearchQuery(c.req.query()),
      isWanted: parseFileGlobs(c.req.query('files') ?? ''),
    };
    const workspace = await host.workspace(c.req.param('agent'));
    const left = new AbortController();
    const signal = AbortSignal.any([c.req.raw.signal, left.signal]);
    return jsonLines(workspace.search(asked, signal), () => left.abort());
  });

  routes.get('/agents/:agent/file', async (c) => {
    const workspace = await host.workspace(c.req.param('agent'));
    const { bytes, etag } = await workspace.read(requiredQuery(c, 'path', 'the path of a file'));
    return c.body(bytes, 200, { ...AS_BYTES, ETag: etag });
  });

  // This serves files that are not text or too large for the editor: previews, downloads, the tail of a log.
  routes.get('/agents/:agent/file/part', async (c) => {
    const from = countQuery(c, 'from', { otherwise: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
    const count = countQuery(c, 'count', { otherwise: MAX_PART, most: MAX_PART });
    const workspace = await host.workspace(c.req.param('agent'));
    const asked = requiredQuery(c, 'path', 'the path of a file');
    const { bytes, size, etag } = await workspace.readPart(asked, { from, count });
    return c.body(bytes, 200, { ...AS_BYTES, 'File-Size': String(size), ETag: etag });
  });

  routes.get('/agents/:agent/file/rows', async (c) => {
    const count = countQuery(c, 'count', { otherwise: 200, most: MAX_ROWS });
    const query = parseRowQuery(c);
    const workspace = await host.workspace(c.req.param('agent'));
    return c.json(await workspace.rows(requiredQuery(c, 'path', 'the path of a file'), query, count));
  });

  routes.get('/agents/:agent/file/matches', async (c) => {
    const asked = requiredQuery(c, 'path', 'the path of a file');
    const task = parseQuery(c.req.query());
    const workspace = await host.workspace(c.req.param('agent'));
    // This throws for a file that cannot be read, before the response begins.
    await workspace.rows(asked, { row: 0 }, 1);
    return findInBytes(task, c.req.raw.signal, () => workspace.bytes(asked, task.from));
  });

  routes.put('/agents/:agent/file', async (c) => {
    // Looked up before the file is written. A request that has written is answered with success, even if its agent has
    // ended in the meantime.
    const { changes } = host.registry.get(c.req.param('agent'));
    const workspace = await host.workspace(c.req.param('agent'));
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const path = requiredQuery(c, 'path', 'the path of a file');
    const from = Date.now();
    const { etag } = await workspace.write(path, bytes, {
      ifMatch: c.req.header('If-Match'),
      ifNoneMatch: c.req.header('If-None-Match'),
      confirm: c.req.header('Confirm'),
    });
    await changes.userWrites.recordSave(path, bytes, { replaced: c.req.header('If-Match'), from });
    return c.json({ etag }, 200, { ETag: etag });
  });

  routes.post('/agents/:agent/folders', async (c) => {
    const body = await readBody(c, v.strictObject({ path }));
    const workspace = await host.workspace(c.req.param('agent'));
    await workspace.createFolder(body.path, confirmationOf(c));
    return c.json({ path: body.path }, 201);
  });

  routes.post('/agents/:agent/files/move', async (c) => {
    const { from, to } = await readBody(c, v.strictObject({ from: path, to: path }));
    const { changes } = host.registry.get(c.req.param('agent'));
    const workspace = await host.workspace(c.req.param('agent'));
    const moved = await workspace.move(from, to, confirmationOf(c));
    await changes.userWrites.recordEdits(moved.flat());
    return c.json({ from, to });
  });

  routes.delete('/agents/:agent/file', async (c) => {
    const { changes } = host.registry.get(c.req.param('agent'));
    const workspace = await host.workspace(c.req.param('agent'));
    const asked = requiredQuery(c, 'path', 'the path of a file or folder');
    const { trash, files } = await workspace.delete(asked, confirmationOf(c));
    await changes.userWrites.recordEdits(files);
    return c.json({ ...(trash !== undefined && { trash }) } satisfies DeletedFile);
  });

  routes.post('/agents/:agent/trash/:trash', async (c) => {
    await readBody(c, v.strictObject({ restore: v.literal(true) }));
    const { changes } = host.registry.get(c.req.param('agent'));
    const workspace = await host.workspace(c.req.param('agent'));
    const restored = await workspace.restore(c.req.param('trash'));
    await changes.userWrites.recordEdits(restored.files);
    return c.json({ path: restored.path });
  });

  return routes;
}

/** The most rows in one response: at most a megabyte. */
const MAX_ROWS = 500;

function parseRowQuery(c: Context): RowsRequest {
  const most = Number.MAX_SAFE_INTEGER;
  if (c.req.query('end') !== undefined) return { end: true };
  if (c.req.query('line') !== undefined) return { line: countQuery(c, 'line', { otherwise: 1, most }) };
  if (c.req.query('byte') !== undefined)
    return { byte: countQuery(c, 'byte', { otherwise: 0, least: 0, most }) };
  return { row: countQuery(c, 'row', { otherwise: 0, least: 0, most }) };
}

function confirmationOf(c: Context): { confirm: string | undefined } {
  return { confirm: c.req.header('Confirm') };
}
