import { BlockList, isIP } from 'node:net'
import { Refusal } from '../../kernel/refusal.ts'

/** Parses an address or network (`203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`) from which a key may be used. */
export function parseNetwork(text: string): string {
  const network = readNetwork(text.trim())
  if (network === undefined) {
    throw new Refusal(
      'ip_invalid',
      `"${text}" is not an IP address or network. Use one such as 203.0.113.7 or 203.0.113.0/24.`,
    )
  }
  return `${network.address}/${network.bits}`
}

export type AllowedNetworks = Readonly<{ allow(address: string): boolean }>

/** Compiles the networks once, for use by every request. Undefined for an empty list, which allows every address. */
export function compileNetworks(networks: readonly string[]): AllowedNetworks | undefined {
  if (networks.length === 0) return undefined
  const list = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (network !== undefined) list.addSubnet(network.address, network.bits, network.family)
  }
  // Most callers keep their address, so the last allowed address is compared first.
  let lastAllowed: string | undefined
  return {
    allow: (address) => {
      if (address === lastAllowed) return true
      const caller = readNetwork(withoutMapping(address))
      if (caller === undefined || !list.check(caller.address, caller.family)) return false
      lastAllowed = address
      return true
    },
  }
}

function readNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const match = /^([0-9a-f.:]+)(?:\/([0-9]{1,3}))?$/i.exec(text)
  const address = match?.[1] ?? ''
  const version = isIP(address)
  if (version === 0) return undefined
  const longest = version === 4 ? 32 : 128
  const bits = Number(match?.[2] ?? longest)
  return bits > longest ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Unmaps an IPv4 address. A dual-stack socket shows an IPv4 caller as `::ffff:203.0.113.7`. */
function withoutMapping(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  return mapped?.[1] ?? address
}
