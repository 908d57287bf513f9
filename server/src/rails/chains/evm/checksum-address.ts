import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBoundedMap } from '../../../kernel/bounded-map.ts'

// The token and our lanes are in every transfer that is read.
const spelt = createBoundedMap<string>(10_000)

/** From 40 small hex digits. EIP-55: a letter is a capital where the hash of the digits has a nibble of 8 or more. */
export function checksumAddress(digits: string): string {
  const known = spelt.get(digits)
  if (known !== undefined) return known
  const address = spell(digits)
  spelt.set(digits, address)
  return address
}

function spell(digits: string): string {
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
