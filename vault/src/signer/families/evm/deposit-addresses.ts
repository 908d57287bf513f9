import { keccak_256 } from '@noble/hashes/sha3.js'
import type { SellNames } from '../family.ts'
import { sellSalt } from '../sell-salt.ts'

// EIP-1167: the code of a clone, before and after the address of what it delegates to.
const BEFORE = '3d602d80600a3d3981f3363d3d373d3d3d363d73'
const AFTER = '5af43d82803e903d91602b57fd5bf3'

/**
 * The addresses that a factory of ours has for a sell, in lower case: the one of its names, and the one of its id, which sells had before.
 * What is at them can be sent to the factory's treasury alone.
 */
export function depositAddresses(factory: string, sell: SellNames): readonly string[] {
  const maker = factory.slice(2).toLowerCase()
  // The factory's first contract is what every deposit address delegates to.
  const forwarder = keccak(`d694${maker}01`).slice(24)
  const codeHash = keccak(`${BEFORE}${forwarder}${AFTER}`)
  return saltsOf(sell).map((salt) => `0x${keccak(`ff${maker}${salt}${codeHash}`).slice(24)}`)
}

function saltsOf(sell: SellNames): readonly string[] {
  return [sellSalt(sell).slice(2), sell.transactionId.replaceAll('-', '').padStart(64, '0')]
}

function keccak(hex: string): string {
  return Buffer.from(keccak_256(Buffer.from(hex, 'hex'))).toString('hex')
}
