import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRadiusServer, RADIUS_MCP_URL } from './radius-server.ts';

const auth = { provider: 'radius' };
const url = RADIUS_MCP_URL;

test('the server of Radius is added under a name that is free', () => {
  const value = { url, auth };
  for (const none of [undefined, null, {}, 'text', { docs: { url: 'https://example.com/mcp' } }])
    assert.deepEqual(planRadiusServer(none), { name: 'radius', value });
  const other = { command: 'x' };
  assert.deepEqual(planRadiusServer({ radius: other }), { name: 'radius-mcp', value });
  assert.deepEqual(planRadiusServer({ radius: other, radius_mcp: other }), { name: 'radius-mcp-2', value });
});

test('an entry that has the server already gets the sign-in, instead of one of its own', () => {
  const mine = { url: `${url}/`, exposure: 'direct', oauth: { scope: 'x' } };
  assert.deepEqual(planRadiusServer({ mine }), {
    name: 'mine',
    value: { url: `${url}/`, exposure: 'direct', auth },
  });
  assert.equal(planRadiusServer({ mine: { url, auth } }), null);
});
