import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { setOf } from './control-addresses.ts'

/** Addresses outside the public internet: the first, a middle and the last of each range, and the metadata addresses of clouds. */
const FORBIDDEN = {
  ipv4: [
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.0.0.53',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.255.255',
    '172.16.0.1',
    '172.17.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '9.9.9.9',
  ],
  ipv6: [
    '0:0:0:0:0:0:0:0',
    '0:0:0:0:0:0:0:1',
    '0:0:0:0:0:0:7f00:1',
    '0:0:0:0:0:0:a9fe:a9fe',
    '0:0:0:0:0:ffff:7f00:1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:a00:1',
    '0:0:0:0:ffff:0:7f00:1',
    '64:ff9b:0:0:0:0:7f00:1',
    '64:ff9b:0:0:0:0:a9fe:a9fe',
    '64:ff9b:1:0:0:0:a00:1',
    '100:0:0:0:0:0:0:1',
    '2001:0:0:0:0:0:0:1',
    '2001:0:a9fe:a9fe:0:0:0:1',
    '2001:2:0:0:0:0:0:1',
    '2001:10:0:0:0:0:0:1',
    '2001:20:0:0:0:0:0:1',
    '2001:db8:0:0:0:0:0:1',
    '2002:7f00:1:0:0:0:0:1',
    '2002:a9fe:a9fe:0:0:0:0:1',
    '2002:a00:1:0:0:0:0:1',
    '3fff:0:0:0:0:0:0:1',
    '5f00:0:0:0:0:0:0:1',
    'fc00:0:0:0:0:0:0:1',
    'fd00:0:0:0:0:0:0:1',
    'fd00:ec2:0:0:0:0:0:254',
    'fd20:ce:0:0:0:0:0:254',
    'fe80:0:0:0:0:0:0:1',
    'fe80:0:0:0:0:0:a9fe:a9fe',
    'fec0:0:0:0:0:0:0:1',
    'ff02:0:0:0:0:0:0:1',
    'ff0e:0:0:0:0:0:0:1',
  ],
} as const

/** Redirect targets of a public receiver. */
const ONWARDS = [
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/',
  'https://127.0.0.1/',
  'http://localhost/',
  'https://[::1]/',
  'https://10.0.0.1/',
  '//192.168.0.1/',
  'https://to-0a000001.trap.ng/',
  'file:///etc/passwd',
  '/\\10.0.0.1/',
]

export type Urls = Readonly<{
  /** URLs for which no connection may be made. */
  refused: readonly string[]
  /** URLs that lead to a public address and must arrive there. Some are redirected from there. */
  sent: readonly string[]
  /** URLs whose name has a public address at the first lookup, and another at later ones. */
  rebinding: readonly string[]
}>

export function makeUrls(): Urls {
  const handWritten = JSON.parse(
    readFileSync(new URL('hand-written-urls.json', import.meta.url), 'utf8'),
  ) as string[]
  const addresses = [...FORBIDDEN.ipv4, ...FORBIDDEN.ipv6]
  const refused = [
    ...handWritten,
    ...FORBIDDEN.ipv4.flatMap(spellings).map((host) => `https://${host}/`),
    ...FORBIDDEN.ipv6.map((address) => `https://[${address}]:8443/`),
    ...addresses.flatMap((address) =>
      ['to', 'mix', 'xim'].map((kind) => `https://${kind}-${hexOf(address)}.trap.ng/`),
    ),
    ...addresses.map((address) => `https://split-${hexOf(address)}.trap.ng:8443/`),
  ]
  const open = [...setOf('ipv4'), ...setOf('ipv6')].map((address) => `https://to-${hexOf(address)}.trap.ng`)
  const first = open[0] ?? ''
  const sent = [
    ...open.map((origin) => `${origin}/hook`),
    `${first}:8443/hook?a=b`,
    ...ONWARDS.map((to) => `${first}/onwards?to=${encodeURIComponent(to)}`),
  ]
  const rebinding = addresses.flatMap((address) => [
    `https://rebind-${hexOf(address)}.trap.ng/`,
    `https://flip-${hexOf(address)}.trap.ng:8443/`,
  ])
  return { refused: [...new Set(refused)], sent, rebinding }
}

/** Returns the URL spellings of an address: dotted, one number, hexadecimal, octal, mixed, and shortened. */
function spellings(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [one = 0, two = 0, three = 0, four = 0] = parts
  const whole = ((one * 256 + two) * 256 + three) * 256 + four
  return [
    address,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    parts.map((part) => `0x${part.toString(16)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${one}.${(two * 256 + three) * 256 + four}`,
  ]
}

function hexOf(address: string): string {
  if (!isIPv6(address))
    return address
      .split('.')
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')
  return address
    .split(':')
    .map((part) => part.padStart(4, '0'))
    .join('')
}
