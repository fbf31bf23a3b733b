// The blocks of IANA's registries of special-purpose addresses, as of 2026-07-18:
// https://www.iana.org/assignments/iana-ipv4-special-registry and
// https://www.iana.org/assignments/iana-ipv6-special-registry. To update them, compare the first columns of their CSV
// files, and change the date.

export const SPECIAL_IPV4 = {
  '0.0.0.0/8': 'this network',
  '10.0.0.0/8': 'private use',
  '100.64.0.0/10': 'shared address space',
  '127.0.0.0/8': 'loopback',
  '169.254.0.0/16': 'link local',
  '172.16.0.0/12': 'private use',
  '192.0.0.0/24': 'IETF protocol assignments',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'AS112',
  '192.52.193.0/24': 'AMT',
  '192.88.99.0/24': '6to4 relay anycast, deprecated',
  '192.168.0.0/16': 'private use',
  '192.175.48.0/24': 'AS112',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '240.0.0.0/4': 'reserved',
  '255.255.255.255/32': 'limited broadcast',
};

export const SPECIAL_IPV6 = {
  '::1/128': 'loopback',
  '::/128': 'unspecified',
  '::ffff:0:0/96': 'mapped IPv4',
  '64:ff9b::/96': 'translated IPv4',
  '64:ff9b:1::/48': 'translated IPv4, local use',
  '100::/64': 'discard only',
  '100:0:0:1::/64': 'dummy prefix',
  '2001::/23': 'IETF protocol assignments, Teredo among them',
  '2001:db8::/32': 'documentation',
  '2002::/16': '6to4',
  '2620:4f:8000::/48': 'AS112',
  '3fff::/20': 'documentation',
  '5f00::/16': 'segment routing',
  'fc00::/7': 'unique local',
  'fe80::/10': 'link local',
};
