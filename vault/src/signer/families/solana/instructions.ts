import { createHmac } from 'node:crypto'
import { lowBytes } from '../../../shared/bytes.ts'
import { ASSOCIATED_TOKEN, addressBytes, seedAddress } from '../../../shared/solana-address.ts'
import type { Instruction } from './message.ts'

type Token = Readonly<{ mint: string; tokenProgram: string; decimals: number }>

/** Minimum balance of an account without data, in lamports. TOKEN_ACCOUNT_RENT is that of a token account, which has 165 bytes. */
const MARKER_RENT = 890_880n

export const TOKEN_ACCOUNT_RENT = 2_039_280n
const TOKEN_ACCOUNT_SIZE = 165n
const CHARACTERS = 32
const PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n
const SYSTEM = '11111111111111111111111111111111'
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** Addresses that are no wallet: programs, and the address for burning tokens. */
export const NON_WALLETS: ReadonlySet<string> = new Set([
  SYSTEM,
  COMPUTE_BUDGET,
  ASSOCIATED_TOKEN,
  MEMO,
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  '1nc1nerator11111111111111111111111111111111',
])

/** If the account exists already or holds anything, this instruction fails, and with it the whole transaction. */
export function openMarker(lane: string, seed: string): Instruction {
  const data = join(
    lowBytes(3n, 4),
    madeOf(lane, seed),
    lowBytes(MARKER_RENT, 8),
    lowBytes(0n, 8),
    addressBytes(SYSTEM),
  )
  return { program: SYSTEM, accounts: [lane, seedAddress(lane, seed, SYSTEM)], data }
}

/**
 * Funds the account and then creates it, in two steps, because a seller can know the address of a deposit account before it exists. If a
 * stranger has sent a few lamports there, a single step would fail, and with it the whole transaction. If a token account exists already,
 * the two steps fail too.
 */
export function openTokenAccount(
  sweeper: string,
  seed: string,
  { tokenProgram }: Token,
): readonly Instruction[] {
  const account = seedAddress(sweeper, seed, tokenProgram)
  const allocate = join(
    lowBytes(9n, 4),
    madeOf(sweeper, seed),
    lowBytes(TOKEN_ACCOUNT_SIZE, 8),
    addressBytes(tokenProgram),
  )
  return [
    {
      program: SYSTEM,
      accounts: [sweeper, account],
      data: join(lowBytes(2n, 4), lowBytes(TOKEN_ACCOUNT_RENT, 8)),
    },
    { program: SYSTEM, accounts: [account, sweeper], data: allocate },
  ]
}

function madeOf(base: string, seed: string): Uint8Array {
  const text = Buffer.from(seed, 'utf8')
  return join(addressBytes(base), lowBytes(BigInt(text.length), 8), text)
}

export function limitUnits(units: bigint): Instruction {
  return { program: COMPUTE_BUDGET, accounts: [], data: join([2], lowBytes(units, 4)) }
}

/** The price is in millionths of a lamport per unit. */
export function priceUnits(price: bigint): Instruction {
  return { program: COMPUTE_BUDGET, accounts: [], data: join([3], lowBytes(price, 8)) }
}

/** Does nothing if the account exists already. */
export function openAssociated(
  payer: string,
  wallet: string,
  account: string,
  { mint, tokenProgram }: Token,
): Instruction {
  const accounts = [payer, account, wallet, mint, SYSTEM, tokenProgram]
  return { program: ASSOCIATED_TOKEN, accounts, data: Uint8Array.of(1) }
}

export function transferChecked(
  { from, to, owner, units }: Readonly<{ from: string; to: string; owner: string; units: bigint }>,
  { mint, tokenProgram, decimals }: Token,
): Instruction {
  return {
    program: tokenProgram,
    accounts: [from, mint, to, owner],
    data: join([12], lowBytes(units, 8), [decimals]),
  }
}

/** Closes an account without tokens. Its lamports are returned to the owner. */
export function closeAccount(account: string, owner: string, { tokenProgram }: Token): Instruction {
  return { program: tokenProgram, accounts: [account, owner, owner], data: Uint8Array.of(9) }
}

export function initializeAccount(
  account: string,
  owner: string,
  { mint, tokenProgram }: Token,
): Instruction {
  return { program: tokenProgram, accounts: [account, mint], data: join([18], addressBytes(owner)) }
}

export function memo(text: string): Instruction {
  return { program: MEMO, accounts: [], data: join(Buffer.from(text, 'utf8')) }
}

function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))))
}

/**
 * Derives the seed of a lock's account. Without the secret nobody can know the account, and so nobody can send lamports there, which would
 * consume the lock.
 */
export function markerSeed(secret: string, lane: string, lock: bigint): string {
  return createHmac('sha256', secret).update(`${lane}:${lock}`).digest('hex').slice(0, CHARACTERS)
}

/** Returns the fee of a transaction with one signature, in lamports. */
export function transactionFee({ cuLimit, cuPrice }: Readonly<{ cuLimit: bigint; cuPrice: bigint }>): bigint {
  return PER_SIGNATURE + (cuLimit * cuPrice + MICRO - 1n) / MICRO
}
