import type { AddressFamily, AddressReading } from '../address-family.ts'
import { checksumAddress } from './checksum-address.ts'

/**
 * Addresses of EVM networks: all lower case, or mixed case with the checksum of EIP-55. The hash is imported alone:
 * a whole client library would cost every start of the api a quarter of a second, and three times as much per address.
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
    ? 'The address is in capitals only, so a typing error could not be noticed: copy it again as the wallet shows it.'
    : 'The capitals of the address do not fit its digits (checksum), so at least one character is wrong: copy it again.'
}

/** Whatever network it is: nobody can hold the key of an address that is zeros but for its ends, or one digit only. */
function reservedFor(digits: string): string | undefined {
  if (/^0{40}$/.test(digits)) return 'the zero address'
  if (/^0{36}dead$/.test(digits)) return 'an address for burning tokens'
  if (/^..0{34}....$/.test(digits)) return 'an address of the network itself'
  if (/^(.)\1{39}$/.test(digits)) return 'a placeholder and not a wallet'
  return undefined
}

function malformed(text: string): AddressReading {
  if (text.startsWith('0X')) return invalid('The address begins with 0X; write 0x, with a small x.')
  if (/^[0-9a-f]{40}$/i.test(text)) return invalid('The address lacks its beginning: put 0x before it.')
  if (/^0x[0-9a-f]+$/i.test(text)) {
    return invalid(
      `An address has 40 characters after 0x, this one ${text.length - 2}: copy it again, whole.`,
    )
  }
  return invalid('An address here is 0x and 40 characters, each of 0 to 9 or a to f: copy it again.')
}

function invalid(message: string): AddressReading {
  return { outcome: 'refused', code: 'wallet_address_invalid', message }
}
