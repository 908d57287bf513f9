import { keccak_256 } from '@noble/hashes/sha3.js'
import { checksumAddress } from './checksum-address.ts'

// EIP-1167: the code that puts a clone in its place, around the address of what it delegates to.
const CLONE_BEGINS = Buffer.from('3d602d80600a3d3981f3363d3d373d3d3d363d73', 'hex')
const CLONE_ENDS = Buffer.from('5af43d82803e903d91602b57fd5bf3', 'hex')

/**
 * The address that a deposit factory gives to a salt of 32 bytes (CREATE2). It depends on the factory's address alone, so it is
 * the same on every chain with a factory there, and whatever the treasury is.
 */
export function createForwarderAddresses(factory: string): (salt: string) => string {
  const factoryBytes = bytesOf(factory)
  const forwarder = lastTwenty(
    // RLP of the factory and the number of its first contract.
    keccak_256(Buffer.concat([Buffer.from('d694', 'hex'), factoryBytes, Buffer.from([1])])),
  )
  const codeHash = keccak_256(Buffer.concat([CLONE_BEGINS, forwarder, CLONE_ENDS]))
  return (salt) => {
    const hash = keccak_256(Buffer.concat([Buffer.from([0xff]), factoryBytes, bytesOf(salt), codeHash]))
    return checksumAddress(lastTwenty(hash).toString('hex'))
  }
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}

function lastTwenty(hash: Uint8Array): Buffer {
  return Buffer.from(hash.subarray(12))
}
