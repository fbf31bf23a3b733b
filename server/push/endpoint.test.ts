import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { endpointProblem, isPublicAddress, publicLookup } from './endpoint.ts';
import { postPush } from './post.ts';
import { SPECIAL_IPV4, SPECIAL_IPV6 } from './special-addresses.ts';

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

/** The first and the last address of a block. */
function endsOf(block: string): [string, string] {
  const [network = '', bits] = block.split('/');
  if (isIP(network) === 4) {
    const first = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    const last = first + 2 ** (32 - Number(bits)) - 1;
    const text = (value: number): string =>
      [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
    return [text(first), text(last)];
  }
  const groups = new URL(`http://[${network}]`).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = groups.map((part) => part.split(':').filter(Boolean));
  const whole = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const first = whole.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  const last = first + 2n ** BigInt(128 - Number(bits)) - 1n;
  const text = (value: bigint): string =>
    Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) % 65_536n).toString(16)).join(':');
  return [text(first), text(last)];
}

test('S-67: nothing is sent to any block of the registries of special-purpose addresses', () => {
  for (const block of [...Object.keys(SPECIAL_IPV4), ...Object.keys(SPECIAL_IPV6)])
    for (const address of endsOf(block)) {
      assert.ok(isIP(address) > 0, address);
      assert.ok(!isPublicAddress(address), `${address} of ${block}`);
      const host = isIP(address) === 6 ? `[${address}]` : address;
      assert.notEqual(endpointProblem(`https://${host}/x`), null, host);
    }
});

test('S-67: no form of IPv6 that holds an IPv4 address is public, and none that is not assigned', () => {
  for (const private4 of ['7f00:1', 'a00:1', 'c0a8:101', '808:808'])
    for (const address of [
      `::ffff:${private4}`,
      `::ffff:0:${private4}`,
      `::${private4}`,
      `64:ff9b::${private4}`,
      `64:ff9b:1::${private4}`,
      `2002:${private4}::1`,
      `2001:0:${private4}::`,
      `2001::${private4}`,
    ])
      assert.ok(!isPublicAddress(address), address);
  for (const address of [
    'fec0::1',
    '4000::1',
    '1fff::1',
    '200::1',
    'ff0e::1',
    'fe80::1%eth0',
    '::ffff:8.8.8.8',
  ])
    assert.ok(!isPublicAddress(address), address);
});

test('S-67: addresses just outside of the special blocks are public', () => {
  for (const address of [
    '192.0.1.0',
    '192.0.3.0',
    '198.20.0.0',
    '198.51.101.0',
    '223.255.255.255',
    '2001:200::',
    '2003::',
    '2620:4f:8001::',
  ])
    assert.ok(isPublicAddress(address), address);
});

test('S-67: an address that was stored when it still counted as public gets nothing', async () => {
  for (const host of ['192.0.2.1', '[64:ff9b::7f00:1]'])
    assert.deepEqual(await postPush({ endpoint: `https://${host}/x`, headers: {}, body: Buffer.alloc(0) }), {
      outcome: 'refused',
      why: 'it must not be an address of this machine or its network',
    });
});
