import { hash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase58, toBase58 } from './bytes.ts'
import type { SettingReader } from './settings.ts'

type Sweeper = Readonly<{ address: string; tokenProgram: string }>

export const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const SIZE = 32
const MARK = Buffer.from('ProgramDerivedAddress')
// The longest seed that the network accepts.
const CHARACTERS = 32
const VARIANTS = 256

export function isSolanaAddress(text: string): boolean {
  return fromBase58(text, SIZE) !== undefined
}

export function addressBytes(address: string): Uint8Array {
  const bytes = fromBase58(address, SIZE)
  if (bytes === undefined) throw new Error('this is not a Solana address')
  return bytes
}

/** An address on the curve is a wallet. An address off the curve is an account that a program created. */
export function isOnCurve(address: string): boolean {
  return isPoint(addressBytes(address), true)
}

/** Tells whether an address is a point that no wallet has: it is not the canonical spelling of a key, or anybody can sign for it. */
export function isOddPoint(address: string): boolean {
  const bytes = addressBytes(address)
  if (!isPoint(bytes, true)) return false
  return !isPoint(bytes, false) || ed25519.Point.fromBytes(bytes).isSmallOrder()
}

/** Returns the address that the network derives from a wallet, a seed and the owning program. */
export function seedAddress(base: string, seed: string, owner: string): string {
  return toBase58(sha256([addressBytes(base), Buffer.from(seed, 'utf8'), addressBytes(owner)]))
}

/** Returns a wallet's token account for a mint: the first derived address that is off the curve. */
export function associatedAddress(
  wallet: string,
  { mint, tokenProgram }: Readonly<{ mint: string; tokenProgram: string }>,
): string {
  const parts = [wallet, tokenProgram, mint].map(addressBytes)
  for (let bump = 255; bump >= 0; bump -= 1) {
    const bytes = sha256([...parts, Uint8Array.of(bump), addressBytes(ASSOCIATED_TOKEN), MARK])
    if (!isPoint(bytes, true)) return toBase58(bytes)
  }
  throw new Error('no token account address can be derived for this wallet')
}

/** The network itself also accepts points that are not in canonical spelling (`isLoose`). */
function isPoint(bytes: Uint8Array, isLoose: boolean): boolean {
  try {
    ed25519.Point.fromBytes(bytes, isLoose)
    return true
  } catch {
    return false
  }
}

function sha256(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(hash('sha256', Buffer.concat(parts), 'buffer'))
}

/** Returns the token account of a salt, derived from the sweeper. */
export function depositAccount(sweeper: Sweeper, salt: string): string {
  return seedAddress(sweeper.address, depositSeed(sweeper, salt), sweeper.tokenProgram)
}

/** Returns the first variant of a salt whose account is off the curve: an account on the curve would look like a wallet. */
export function depositSeed({ address, tokenProgram }: Sweeper, salt: string): string {
  const bytes = Buffer.from(salt.slice(2), 'hex')
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const seed = hash('sha256', Buffer.concat([bytes, Uint8Array.of(variant)]), 'hex').slice(0, CHARACTERS)
    if (!isOnCurve(seedAddress(address, seed, tokenProgram))) return seed
  }
  throw new Error('no deposit address can be derived from this salt')
}

/** Reads the token's settings from an entry of a policy. */
export function readMint(reader: SettingReader): { mint: string; tokenProgram: string } {
  return {
    mint: readAddressSetting('mint', reader),
    tokenProgram: readAddressSetting('token_program', reader),
  }
}

export function readAddressSetting(name: string, reader: SettingReader): string {
  return requireAddress(reader.text(name, /./), name, reader)
}

export function requireAddress(address: string, name: string, { wrong }: SettingReader): string {
  return isSolanaAddress(address) ? address : wrong(`${name} is missing or not valid`)
}
