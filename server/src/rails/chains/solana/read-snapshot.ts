import type { Snapshot, WalletWanted } from '../../../movements/deposits/deposit-chain.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { type Token, tokenAccountFor } from './lane-message.ts'
import type { Markers } from './marker.ts'
import { readAccounts } from './read-accounts.ts'
import { readTokenAccount } from './token-account.ts'

// Accounts that are read by several questions must be so after the same slot; that is tried so often.
const TRIES = 4
// No lock says anything about another.
const EVERY_LOCK = 2n ** 63n - 1n

/** Wallets, deposit accounts and the markers of locks that are out, all of them after the same slot. */
export async function readSnapshot(
  { rpc, token, markers }: Readonly<{ rpc: JsonRpc; token: Token; markers: Markers }>,
  { wallets, deposits }: Readonly<{ wallets: readonly WalletWanted[]; deposits: readonly string[] }>,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  const addresses = wallets.map(({ address }) => address)
  const held = await Promise.all(addresses.map(async (address) => tokenAccountFor(token, address)))
  const locks = wallets.flatMap(({ address, out }) =>
    out.map((lock) => ({ address, lock, marker: markers.addressOf(address, lock) })),
  )
  for (let turn = 0; turn < TRIES; turn += 1) {
    const { accounts, oldest, newest } = await readAccounts(
      rpc,
      [...addresses, ...held, ...deposits, ...locks.map(({ marker }) => marker)],
      'finalized',
      signal,
    )
    if (oldest !== newest) continue
    const unitsAt = (place: number): bigint =>
      readTokenAccount(accounts[place], token.tokenProgram)?.units ?? 0n
    return {
      block: newest,
      wallets: addresses.map((wallet, place) => ({
        units: unitsAt(addresses.length + place),
        gasUnits: accounts[place]?.lamports ?? 0n,
        lock: 0n,
        lockAhead: EVERY_LOCK,
        used: locks.flatMap(({ address, lock }, at) =>
          address === wallet && accounts[2 * addresses.length + deposits.length + at] !== undefined
            ? [lock]
            : [],
        ),
      })),
      holdings: deposits.map((_, place) => unitsAt(2 * addresses.length + place)),
    }
  }
  return undefined
}
