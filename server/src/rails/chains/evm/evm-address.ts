import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBoundedMap } from '../../../kernel/bounded-map.ts'
import type { AddressFamily, AddressReading } from '../address-family.ts'

/**
 * Addresses of EVM networks: all lower case, or mixed case with the checksum of EIP-55. Only the hash function is imported: a client
 * library would add a quarter of a second to every start of the api, and would need three times as long per address.
 */
export const evmAddresses: AddressFamily = {
  read: readEvmAddress,
  resembles: (text) => /^(0x)?[0-9a-f]{40}$/i.test(text),
  beginsWith: '0x',
  tokenIs: "the token's own contract",
}

function readEvmAddress(text: string): AddressReading {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return malformed(text)
  const digits = text.slice(2).toLowerCase()
  const address = checksumAddress(digits)
  const isLowerCase = text === `0x${digits}`
  if (!isLowerCase && text !== address) return invalid(checksumMessage(text))
  const reserved = reservedFor(digits)
  return { outcome: 'fine', address, account: digits, ...(reserved === undefined ? {} : { reserved }) }
}

function checksumMessage(text: string): string {
  return text.slice(2) === text.slice(2).toUpperCase()
    ? 'The address is in capitals only, so a typing error cannot be detected. Copy it again as the wallet shows it.'
    : 'The checksum of the address is wrong, so at least one character is wrong. Copy it again.'
}

/** Describes an address that nobody can own on any network: all zeros except at its ends, or one digit repeated. */
function reservedFor(digits: string): string | undefined {
  if (/^0{40}$/.test(digits)) return 'the zero address'
  if (/^0{36}dead$/.test(digits)) return 'an address for burning tokens'
  if (/^..0{34}....$/.test(digits)) return 'an address of the network itself'
  if (/^(.)\1{39}$/.test(digits)) return 'a placeholder, not a wallet'
  return undefined
}

function malformed(text: string): AddressReading {
  if (text.startsWith('0X')) return invalid('The address begins with 0X. Write 0x with a small x.')
  if (/^[0-9a-f]{40}$/i.test(text)) return invalid('The address has no 0x. Put 0x before it.')
  if (/^0x[0-9a-f]+$/i.test(text)) {
    return invalid(
      `An address has 40 characters after 0x. This one has ${text.length - 2}. Copy the whole address again.`,
    )
  }
  return invalid(
    'An address of this network is 0x followed by 40 characters, each 0 to 9 or a to f. Copy it again.',
  )
}

function invalid(message: string): AddressReading {
  return { outcome: 'refused', code: 'wallet_address_invalid', message }
}

// The addresses of the token and of our lanes occur in every transfer, so checksums are cached.
const checksummed = createBoundedMap<string>(10_000)

/** Adds the EIP-55 checksum to 40 small hex digits. A letter becomes a capital if the hash has a nibble of 8 or more at its place. */
export function checksumAddress(digits: string): string {
  const known = checksummed.get(digits)
  if (known !== undefined) return known
  const address = applyChecksum(digits)
  checksummed.set(digits, address)
  return address
}

function applyChecksum(digits: string): string {
  const hash = keccak_256(Buffer.from(digits, 'latin1'))
  let address = '0x'
  for (let place = 0; place < 40; place += 1) {
    const byte = hash[place >> 1] ?? 0
    const nibble = place % 2 === 0 ? byte >> 4 : byte & 15
    const digit = digits.charAt(place)
    address += nibble >= 8 ? digit.toUpperCase() : digit
  }
  return address
}

// EIP-1167: the creation code of a clone, before and after the address to which the clone delegates.
const CLONE_BEGINS = Buffer.from('3d602d80600a3d3981f3363d3d373d3d3d363d73', 'hex')
const CLONE_ENDS = Buffer.from('5af43d82803e903d91602b57fd5bf3', 'hex')

/**
 * Computes the CREATE2 address that a deposit factory gives to a salt of 32 bytes. The address depends only on the factory's address and
 * the salt. It is therefore the same on every chain with a factory at that address, whatever the treasury is.
 */
export function createForwarderAddresses(factory: string): (salt: string) => string {
  const factoryBytes = bytesOf(factory)
  const forwarder = lastTwenty(
    // RLP of the factory and nonce 1, the nonce of its first contract.
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
