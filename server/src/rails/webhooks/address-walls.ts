import { BlockList, isIP } from 'node:net'

/**
 * Addresses outside the public internet: IANA's special-purpose registries and the metadata addresses of clouds. With the range that
 * `createPublicWall` adds, they include every IPv6 address outside 2000::/3 and every IPv6 address that contains an IPv4 address.
 */
const NOT_PUBLIC = {
  ipv4: [
    '0.0.0.0/8', // this network
    '10.0.0.0/8',
    '100.64.0.0/10', // shared by carriers; Alibaba's metadata
    '127.0.0.0/8',
    '168.63.129.16/32', // Azure's own server, although the address is a public one
    '169.254.0.0/16', // link-local; metadata of most clouds
    '172.16.0.0/12',
    '192.0.0.0/24', // protocol assignments; Oracle's metadata
    '192.0.2.0/24', // documentation
    '192.31.196.0/24', // AS112
    '192.52.193.0/24', // AMT
    '192.88.99.0/24', // 6to4 relays
    '192.168.0.0/16',
    '192.175.48.0/24', // AS112
    '198.18.0.0/15', // benchmarking
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, and broadcast
  ],
  ipv6: [
    '2001::/23', // Teredo, benchmarking, ORCHID and other assignments
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4
    '2620:4f:8000::/48', // AS112
    '3fff::/20', // documentation
    '4000::/2',
    '8000::/1', // local (fd00:ec2::254 too), link-local, multicast
  ],
} as const

const NOT_LOOPBACK = {
  ipv4: ['0.0.0.0-126.255.255.255', '128.0.0.0-255.255.255.255'],
  ipv6: ['::-::', '::2-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
} as const

/** Decides which addresses a connection may reach. Node itself checks `blockList` before it connects. */
export type AddressWall = Readonly<{ blockList: BlockList; refuses(address: string): boolean }>

/** Allows only the public internet, and refuses the addresses of this machine. */
export function createPublicWall(ownAddresses: readonly string[]): AddressWall {
  const list = new BlockList()
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const subnet of NOT_PUBLIC[family]) {
      const [network = '', bits] = subnet.split('/')
      list.addSubnet(network, Number(bits), family)
    }
  // Loopback, IPv4 inside IPv6, NAT64 and discard. Added as a range, because as a subnet it would also refuse every IPv4 address, in its
  // mapped form.
  list.addRange('::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6')
  for (const address of ownAddresses) {
    const family = familyOf(address)
    if (family !== undefined) list.addAddress(address, family)
  }
  return wallOf(list)
}

/** Allows only this machine. */
export function createLoopbackWall(): AddressWall {
  const list = new BlockList()
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const range of NOT_LOOPBACK[family]) {
      const [first = '', last = ''] = range.split('-')
      list.addRange(first, last, family)
    }
  return wallOf(list)
}

function wallOf(blockList: BlockList): AddressWall {
  return {
    blockList,
    // A text that is not an IP address is refused too.
    refuses: (address) => {
      const family = familyOf(address)
      return family === undefined || blockList.check(address, family)
    },
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address)
  return family === 0 ? undefined : family === 4 ? 'ipv4' : 'ipv6'
}
