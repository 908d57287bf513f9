import { setTimeout as sleep } from 'node:timers/promises'
import { assetScales } from '../../kernel/money/money.ts'
import { networkNamed } from '../../kernel/networks.ts'
import { type ChainCursor, findCursor } from '../../movements/deposits/cursor-store.ts'
import type { DepositChain, WalletAtBlock } from '../../movements/deposits/deposit-chain.ts'
import {
  type LaneBooks,
  listNextAddresses,
  listReconciledLanes,
  noteHoldings,
  type ReconciledLane,
  readDepositBooks,
  readExpectedHoldings,
  readExpectedShared,
  readGasBooks,
  readLaneBooks,
} from '../../movements/reconciliation/chain-books-store.ts'
import { explainDifference } from '../../movements/reconciliation/explain-difference.ts'
import type { Look } from '../../movements/reconciliation/reconciliation-store.ts'
import { wakeNow } from '../../records/transactions/wake-store.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

const STALE_CURSOR_MS = 600_000
const CURSOR_POLL_MS = 1_000

/**
 * Reconciles one network in one mode at a block up to which its deposits are recorded, so that the ledger has every sweep on the chain.
 * Reads the chain first and then the ledger in one snapshot. Ledger changes after that block are excluded by their block and lock. A chain
 * that shows only current balances may be ahead of the recorded block. This function then waits for the ledger to catch up. Returns nothing
 * if no comparison is possible now.
 */
export async function lookAtChain(
  deps: ReconcileDeps,
  chain: DepositChain,
  cursor: ChainCursor,
): Promise<readonly Look[]> {
  const { pool, settings, clock } = deps
  const { mode, network } = cursor
  const lanes = await listReconciledLanes(pool, mode, network)
  // A cursor that stopped moving says nothing about the current balances. Operators see this by the age of the last comparison.
  const isOld = clock.now().getTime() - cursor.readAt.getTime() > STALE_CURSOR_MS
  if (lanes === undefined || isOld || cursor.haltedBecause !== null) return []
  const signal = AbortSignal.timeout(settings.askMs)
  // A node that does not have this block, or has another block at its height, is not used.
  if ((await chain.blockHash(cursor.block, signal)) !== cursor.hash) return []
  const addresses = await listNextAddresses(pool, mode, network, settings.mostAddresses)
  const snapshot = await chain.snapshot({ wallets: lanes, deposits: addresses, block: cursor.block }, signal)
  if (snapshot === undefined || !(await isRead(deps, cursor, snapshot.block))) return []
  const { block, wallets, holdings, shared } = snapshot
  if (wallets.length !== lanes.length)
    throw new Error(`the node of ${network} does not return all of our wallets`)
  const where = { mode, network, block }
  const expected = shared === undefined ? await readExpectedHoldings(pool, where, addresses) : []
  await noteHoldings(
    pool,
    where,
    addresses.map((address, place) => ({
      address,
      offUnits: (holdings[place] ?? 0n) - (expected[place] ?? 0n),
    })),
    clock.now(),
  )
  const sharedOff = shared === undefined ? 0n : shared - (await readExpectedShared(pool, where))
  const books = await readLaneBooks(
    pool,
    block,
    lanes.flatMap((lane, place) => {
      const wallet = wallets[place]
      return wallet === undefined ? [] : [{ ...lane, wallet }]
    }),
    clock.now(),
  )
  const of = { mode, network, chain }
  return [
    ...lanes.flatMap((lane, place) => lookAtLane(of, lane, wallets[place], books[place])),
    await lookAtDeposits(deps, of, { asked: addresses.length, sharedOff }),
    ...(lanes.length === 0 ? [] : [await lookAtGas(deps, of, wallets, books)]),
  ]
}

/** Returns whether everything up to this block is in the ledger. Waits up to `catchUpMs` for that. */
async function isRead(
  { pool, settings, clock }: ReconcileDeps,
  cursor: ChainCursor,
  block: bigint,
): Promise<boolean> {
  if (block < cursor.block) return false
  // A network without new sells is read rarely, so it would not catch up by itself in time.
  if (block > cursor.block) await wakeNow(pool, 'deposits', cursor.id, clock.now())
  const deadline = performance.now() + settings.catchUpMs
  for (let read = cursor; read.block < block; ) {
    if (performance.now() > deadline) return false
    await sleep(CURSOR_POLL_MS)
    const next = await findCursor(pool, cursor.id)
    if (next === undefined || next.haltedBecause !== null) return false
    read = next
  }
  return true
}

type Of = Readonly<Pick<ChainCursor, 'mode' | 'network'> & { chain: DepositChain }>

function lookAtLane(
  { mode, network, chain }: Of,
  lane: ReconciledLane,
  wallet: WalletAtBlock | undefined,
  books: LaneBooks | undefined,
): Look[] {
  if (wallet === undefined || books === undefined) return []
  const dust = books.sweptUnits - books.sweptMinor * chain.unitsPerMinor
  const theirsMinor = floorDivide(wallet.units - dust, chain.unitsPerMinor)
  const [sure, unsure] = [
    books.out.filter(({ isUncertain }) => !isUncertain),
    books.out.filter(({ isUncertain }) => isUncertain),
  ]
  const expected = books.floatMinor + sum(sure.map(({ tokensMinor }) => tokensMinor)) - books.laterSweepsMinor
  return [
    {
      kind: 'lane',
      scope: `${network}:${lane.number}`,
      mode,
      oursMinor: books.floatMinor,
      theirsMinor,
      differenceMinor: explainDifference(
        theirsMinor - expected,
        unsure.map(({ tokensMinor }) => tokensMinor),
      ),
      items: books.out.slice(0, 100).map(({ name, lock, tokensMinor, isUncertain }) => ({
        transfer: name,
        lock: String(lock),
        tokens_minor: String(tokensMinor),
        is: isUncertain ? 'final, not booked yet' : 'not final at this block',
      })),
    },
  ]
}

async function lookAtDeposits(
  { pool }: ReconcileDeps,
  { mode, network, chain }: Of,
  { asked, sharedOff }: Readonly<{ asked: number; sharedOff: bigint }>,
): Promise<Look> {
  const { oursMinor, addresses, off } = await readDepositBooks(pool, mode, network)
  // Rounded away from zero, so that a difference of less than a kobo counts.
  const differenceMinor = sum(
    [...off.map(({ units }) => units), sharedOff].map((units) =>
      units < 0n ? floorDivide(units, chain.unitsPerMinor) : -floorDivide(-units, chain.unitsPerMinor),
    ),
  )
  return {
    kind: 'deposits',
    scope: network,
    mode,
    oursMinor,
    theirsMinor: oursMinor + differenceMinor,
    differenceMinor,
    items: [
      { addresses, asked },
      ...(sharedOff === 0n ? [] : [{ off_units: String(sharedOff) }]),
      ...off.slice(0, 200).map(({ address, units, deposit }) => ({
        address,
        off_units: String(units),
        ...(deposit === null ? {} : { deposit }),
      })),
    ],
  }
}

async function lookAtGas(
  { pool }: ReconcileDeps,
  { mode, network }: Of,
  wallets: readonly WalletAtBlock[],
  books: readonly LaneBooks[],
): Promise<Look> {
  const oursMinor = await readGasBooks(pool, mode, network, networkNamed(network).gasAsset)
  const theirsMinor = sum(wallets.map(({ gasUnits }) => gasUnits))
  const expected = oursMinor + sum(books.map(({ laterGasUnits }) => laterGasUnits))
  const unbooked = sum(books.map(({ unbookedGasUnits }) => unbookedGasUnits))
  // A tolerance of a thousandth of a coin, because all lanes share one gas account.
  const little = 10n ** BigInt(assetScales[networkNamed(network).gasAsset] - 3)
  const slack = { least: -little - unbooked, most: little }
  return {
    kind: 'gas',
    scope: network,
    mode,
    oursMinor,
    theirsMinor,
    differenceMinor: explainDifference(theirsMinor - expected, [], slack),
    items: [],
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** Rounds down, also for negative amounts. */
function floorDivide(amount: bigint, by: bigint): bigint {
  const quotient = amount / by
  return amount % by < 0n ? quotient - 1n : quotient
}
