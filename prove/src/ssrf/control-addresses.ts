/** Public addresses that the proof's names resolve to. A connection to any other address was misled. */
const CONTROLS = {
  ipv4: [
    '93.184.216.34',
    '1.1.1.1',
    '41.58.0.7',
    '172.15.255.254',
    '172.32.0.1',
    '11.0.0.1',
    '100.128.0.1',
    '223.255.255.1',
  ],
  ipv6: ['2606:4700:0:0:0:0:0:1111', '2c0f:fa18:0:0:0:0:0:1'],
} as const

export function setOf(family: 'ipv4' | 'ipv6'): readonly string[] {
  return CONTROLS[family]
}

/** Compares the address of a socket's own end, which may be mapped or shortened. */
export function isControl(localAddress: string): boolean {
  const four = localAddress.replace(/^::ffff:/, '')
  return (
    setOf('ipv4').includes(four) ||
    setOf('ipv6').some((six) => new URL(`https://[${six}]`).hostname === `[${localAddress}]`)
  )
}
