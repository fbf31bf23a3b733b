import assert from 'node:assert/strict';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { endpointProblem, isPublicAddress, publicLookup } from './endpoint.ts';

test('the addresses of push services are accepted', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QGl',
    'https://push.example:8443/x',
  ])
    assert.equal(endpointProblem(endpoint), null, endpoint);
});

test('S-67: only https to public addresses, in whatever spelling', () => {
  for (const endpoint of [
    '',
    'push',
    'http://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'https://user:secret@fcm.googleapis.com/x',
    `https://fcm.googleapis.com/${'x'.repeat(2000)}`,
    ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0', '10.0.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', 'localhost', 'LOCALHOST.'],
    ...[
      '[::1]',
      '[::]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:8.8.8.8]',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::7f00:1]',
    ],
    ...['[2002:7f00:1::]', '[ff02::1]', 'x.localhost'],
  ].map((place) => (/^[\w.[\]:]+$/.test(place) && place !== 'push' && place ? `https://${place}/x` : place)))
    assert.notEqual(endpointProblem(endpoint), null, endpoint);
  assert.notEqual(endpointProblem('http://127.0.0.1:1/x'), null);
});

test('S-67: a process of this machine is reached by an option of the tests only, and nothing else by that', () => {
  assert.equal(endpointProblem('http://127.0.0.1:1/x', { toLoopback: true }), null);
  for (const endpoint of ['http://10.0.0.1/x', 'https://127.0.0.1/x', 'http://example.com/x'])
    assert.notEqual(endpointProblem(endpoint, { toLoopback: true }), null, endpoint);
});

test('public addresses of both families are known as such', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])
    assert.ok(isPublicAddress(address), address);
  for (const address of ['fcm.googleapis.com', '', '172.16.0.1'])
    assert.ok(!isPublicAddress(address), address);
});

test('S-67: a name that resolves to this machine is refused when the connection is made', async () => {
  const lookup = promisify(publicLookup);
  await assert.rejects(lookup('localhost', {}), /localhost leads to an address of this machine/);
});
