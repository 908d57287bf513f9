import type { BlockMark, Snapshot, WalletWanted } from '../../../../movements/deposits/deposit-chain.ts'
import { OddAnswer, readObject, readText } from '../../../vendor-json.ts'
import { ChainUnavailable } from '../../chain-unavailable.ts'
import type { JsonRpc, RpcAnswer, RpcCall } from '../../json-rpc.ts'
import type { Markers } from '../locks/markers.ts'
import { type Token, tokenAccountFor } from '../messages/lane-message.ts'
import { readAccounts, readTokenAccount } from '../rpc/read-accounts.ts'
import { readCount } from '../rpc/rpc-values.ts'

// A node may have the newest final slots without their blocks yet. Some slots have no block at all.
const MAX_SLOTS_BACK = 16
const SKIPPED = /was skipped/i

type ReadTime = Readonly<{ madeAt: Date | undefined }>

/** Returns the newest finalised slot that has a block. */
export async function readHead(rpc: JsonRpc, signal: AbortSignal): Promise<BlockMark & ReadTime> {
  const [answer] = await rpc.ask([['getSlot', { commitment: 'finalized' }]], signal)
  const newest = readCount(answer, 'slot')
  for (let back = 0n; back < MAX_SLOTS_BACK && back <= newest; back += 1n) {
    const block = newest - back
    const [found] = await rpc.askEach([blockCall(block)], signal)
    if (found?.outcome === 'result' && found.result !== null)
      return { block, hash: readHash(found.result), madeAt: readTime(found.result) }
  }
  throw new OddAnswer(`the node has none of the last ${MAX_SLOTS_BACK} blocks up to ${newest}`)
}

/** Returns the block hash of each slot, or undefined if the slot has no block. */
export async function readBlockHashes(
  rpc: JsonRpc,
  blocks: readonly bigint[],
  signal: AbortSignal,
): Promise<ReadonlyMap<bigint, string | undefined>> {
  const answers = await rpc.askEach(blocks.map(blockCall), signal)
  return new Map(blocks.map((block, place) => [block, hashIn(answers[place])]))
}

function hashIn(answer: RpcAnswer | undefined): string | undefined {
  if (answer?.outcome === 'result') return answer.result === null ? undefined : readHash(answer.result)
  // The message is "Slot 7 was skipped, or missing …". A retry would give the same answer.
  if (answer !== undefined && SKIPPED.test(answer.message)) return undefined
  throw new ChainUnavailable(`the node rejected getBlock: ${answer?.message ?? 'no response'}`)
}

/** Converts a slot to a number, as the JSON format requires. */
export function toSlotNumber(slot: bigint): number {
  if (slot > BigInt(Number.MAX_SAFE_INTEGER)) throw new OddAnswer(`${slot} is too large to be a slot`)
  return Number(slot)
}

function blockCall(block: bigint): RpcCall {
  const options = {
    commitment: 'finalized',
    transactionDetails: 'none',
    rewards: false,
    maxSupportedTransactionVersion: 0,
  }
  return ['getBlock', toSlotNumber(block), options]
}

/** Reads the time of a block. A node may not know the time of an old block. */
function readTime(answer: unknown): Date | undefined {
  const seconds = readObject(answer, 'block')['blockTime']
  return seconds === undefined || seconds === null
    ? undefined
    : new Date(Number(readCount(seconds, 'blockTime')) * 1_000)
}

function readHash(answer: unknown): string {
  return readText(readObject(answer, 'block')['blockhash'], 'blockhash')
}

// If the accounts need several requests, all answers must be from the same slot. The requests are repeated up to this many times.
const SAME_SLOT_TRIES = 4
// Locks are used in any order, so a used lock says nothing about the others.
const UNORDERED_LOCK_AHEAD = 2n ** 63n - 1n

/** Reads wallets, deposit accounts and the markers of open locks as of one slot. Returns undefined if the slots never agree. */
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
  for (let turn = 0; turn < SAME_SLOT_TRIES; turn += 1) {
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
        lockAhead: UNORDERED_LOCK_AHEAD,
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
