import type { AddressFamily, AddressReading } from '../../address-family.ts'
import { isBase58Of } from './base58.ts'

/** Network programs whose accounts we read or write. */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111'
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

const ADDRESS_BYTES = 32

/** Programs whose addresses contain no run of ones. */
const namedPrograms: ReadonlySet<string> = new Set([
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
])

/**
 * Addresses of Solana: base58 of 32 bytes, without a checksum. An address off the curve (the vault of a multisig, a token account) is
 * accepted here. Only the chain shows what kind of account it is, and the preflight checks this before anything is sent.
 */
export const solanaAddresses: AddressFamily = {
  read: readSolanaAddress,
  resembles: (text) => text.length >= 32 && text.length <= 44 && isBase58Of(text, ADDRESS_BYTES),
  beginsWith: 'a letter or digit and has 32 to 44 of them',
  tokenIs: "the token's own mint",
}

function readSolanaAddress(text: string): AddressReading {
  if (text.length < 32 || text.length > 44 || !isBase58Of(text, ADDRESS_BYTES)) return malformed(text)
  const reserved = isReserved(text) ? { reserved: 'an address of the network itself' } : {}
  return { outcome: 'fine', address: text, account: text, ...reserved }
}

/** Whether the address is one of the network's own. Most of these contain a run of ones that is too long for any address with a key. */
function isReserved(text: string): boolean {
  return /1{12}/.test(text) || namedPrograms.has(text)
}

function malformed(text: string): AddressReading {
  if (/^[0-9A-Za-z]+$/.test(text) && /[0OIl]/.test(text)) {
    return invalid(
      'A Solana address never contains 0 (zero), O, I or l (small L). This one does. Copy it again.',
    )
  }
  return invalid(
    'A Solana address has 32 to 44 letters and digits (base58 of 32 bytes). Copy the whole address again.',
  )
}

function invalid(message: string): AddressReading {
  return { outcome: 'refused', code: 'wallet_address_invalid', message }
}
