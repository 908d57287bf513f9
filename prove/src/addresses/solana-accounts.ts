import { createHmac } from 'node:crypto'
import type { Chain } from '@afara/server/movements/transfers/chain.ts'
import { type Address, address, createAddressWithSeed, getAddressEncoder } from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { OwnAddress } from './own-places.ts'
import type { QuietSolana } from './quiet-solana.ts'

export type SolanaPlaces = Readonly<{ mint: string; lane: string; sweeper: string; markerSecret: string }>

const SYSTEM_PROGRAM = address('11111111111111111111111111111111')
const MARKER_LAMPORTS = 890_880
const TOKEN_ACCOUNT_LAMPORTS = 2_039_280
const STATE_AT = 108

/**
 * Puts our computed accounts on the chain: the markers of used locks, the deposit accounts of sells, and the accounts in which our wallets
 * hold the token. No setting names them.
 */
export async function putOwnAccounts(
  chain: QuietSolana,
  { mint, lane, sweeper, markerSecret }: SolanaPlaces,
  count: number,
): Promise<OwnAddress[]> {
  const own: OwnAddress[] = []
  for (let lock = 0; lock < count; lock += 1) {
    const seed = createHmac('sha256', markerSecret).update(`${lane}:${lock}`).digest('hex').slice(0, 32)
    const marker = await withSeed(lane, seed, SYSTEM_PROGRAM)
    chain.put(marker, { lamports: MARKER_LAMPORTS, owner: SYSTEM_PROGRAM, data: new Uint8Array() })
    own.push({ network: 'Solana', what: `marker of lock ${lock}`, address: marker })
    const deposit = await withSeed(sweeper, lock.toString(16).padStart(32, '0'), TOKEN_PROGRAM_ADDRESS)
    putTokens(chain, deposit, mint, sweeper)
    own.push({ network: 'Solana', what: `deposit account ${lock}`, address: deposit })
  }
  for (const wallet of [lane, sweeper]) {
    const [account] = await findAssociatedTokenPda({
      owner: address(wallet),
      mint: address(mint),
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    putTokens(chain, account, mint, wallet)
    own.push({ network: 'Solana', what: `token account of ${wallet}`, address: account })
  }
  return own
}

/** Counts the addresses that a chain would pay without a warning. */
export async function countSilent(chain: Chain, addresses: readonly string[]): Promise<number> {
  let silent = 0
  const waiting = addresses.values()
  const ask = async () => {
    for (const to of waiting) {
      const answer = await chain.preflight(to, 1_500_000n, AbortSignal.timeout(10_000))
      if (answer.outcome === 'fine' && answer.warning === undefined) silent += 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  return silent
}

async function withSeed(base: string, seed: string, programAddress: Address): Promise<Address> {
  return createAddressWithSeed({ baseAddress: address(base), seed, programAddress })
}

function putTokens(chain: QuietSolana, account: string, mint: string, owner: string): void {
  const data = new Uint8Array(165)
  const encoder = getAddressEncoder()
  data.set(encoder.encode(address(mint)), 0)
  data.set(encoder.encode(address(owner)), 32)
  data[STATE_AT] = 1
  chain.put(account, { lamports: TOKEN_ACCOUNT_LAMPORTS, owner: TOKEN_PROGRAM_ADDRESS, data })
}
