import type {
  DepositChain,
  Snapshot,
  TokenLog,
  WalletWanted,
} from '../../../movements/deposits/deposit-chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { orUnavailable } from '../chain-unavailable.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { findTransaction } from './find-transaction.ts'
import { askAll, createHorizon, type Horizon } from './horizon.ts'
import { readHead, readOwnAccount, requireNetwork, STELLAR_DECIMALS } from './horizon-values.ts'
import { readLane } from './lane-locks.ts'
import { findLedgerHash, readPayments } from './read-payments.ts'
import { showsPayment } from './shows-payment.ts'
import { accountOf, createMuxedAddresses, createMuxedIds } from './stellar-address.ts'
import {
  DEFAULT_HORIZON_DEADLINE_MS,
  readAsset,
  type StellarAsset,
  type StellarSettings,
} from './stellar-settings.ts'

type Settings = StellarSettings &
  Readonly<{
    /** The account that all sells share. Its tokens are swept to the treasury. */ sweeper: string
    treasury: string
    /** Number of operations per request. Horizon returns at most 200. */
    pageSize?: number
  }>

type Deps = Readonly<{
  horizon: Horizon
  asset: StellarAsset
  address: string
  addressOf: (id: bigint) => string
  pageSize: number
}>

// A try fails if a ledger closes meanwhile. A ledger closes every few seconds, and reading takes less than one second.
const SNAPSHOT_TRIES = 3
const PAYMENTS_PAGE_SIZE = 200
/** Calls of one pass rely on one check that the node is on our network. */
const ONE_PASS_MS = 5_000

/** Reads the deposits on Stellar: payments to one account, each with the id of its sell. A payment in a ledger is final. */
export function createStellarDeposits(settings: Settings): DepositChain {
  const { mode, passphrase, sweeper } = settings
  const horizon = createHorizon({
    url: settings.url,
    deadlineMs: settings.deadlineMs ?? DEFAULT_HORIZON_DEADLINE_MS,
  })
  const asset = readAsset(settings.asset)
  const deps: Deps = {
    horizon,
    asset,
    address: sweeper,
    addressOf: createMuxedIds(sweeper),
    pageSize: settings.pageSize ?? PAYMENTS_PAGE_SIZE,
  }
  let checkedAtMs = Number.NEGATIVE_INFINITY
  const requireNetworkNow = async (signal: AbortSignal): Promise<void> => {
    await requireNetwork(horizon, passphrase, signal)
    checkedAtMs = performance.now()
  }
  const requireNetworkOnce = async (signal: AbortSignal): Promise<void> => {
    if (performance.now() - checkedAtMs > ONE_PASS_MS) await requireNetworkNow(signal)
  }
  return {
    mode,
    network: 'Stellar',
    unitsPerMinor: unitsPerMinor(STELLAR_DECIMALS),
    isShared: (address) => accountOf(address) === sweeper,
    addressOf: createMuxedAddresses(sweeper),
    check: async (signal) => orUnavailable(async () => checkAccounts(deps, settings, signal)),
    head: async (signal) =>
      orUnavailable(async () => {
        const [{ sequence, hash, closedAtSeconds }] = await Promise.all([
          readHead(horizon, signal),
          requireNetworkNow(signal),
        ])
        return { finalized: { block: sequence, hash }, madeAt: new Date(Number(closedAtSeconds) * 1_000) }
      }),
    blockHash: async (block, signal) => orUnavailable(async () => findLedgerHash(horizon, block, signal)),
    logs: async (from, to, _watched, signal) =>
      orUnavailable(async () => {
        // The head is read before the payments, because a Horizon that lags returns fewer payments without an error.
        const [newest] = await Promise.all([readHead(horizon, signal), requireNetworkOnce(signal)])
        if (newest.sequence < from) throw new OddAnswer(`the node has not reached ledger ${from} yet`)
        return readPayments(deps, from, newest.sequence < to ? newest.sequence : to, signal)
      }),
    shows: async (logs, signal) => orUnavailable(async () => readShown(deps, passphrase, logs, signal)),
    snapshot: async ({ wallets }, signal) =>
      orUnavailable(async () => {
        await requireNetworkOnce(signal)
        return readSnapshot(deps, settings, wallets, signal)
      }),
  }
}

async function checkAccounts(
  { horizon, asset }: Deps,
  { passphrase, sweeper, treasury }: Settings,
  signal: AbortSignal,
): Promise<void> {
  await requireNetwork(horizon, passphrase, signal)
  for (const address of [sweeper, treasury]) {
    const { trustline } = await readOwnAccount(horizon, address, asset, signal)
    // An account that the issuer no longer authorises is accepted: it receives nothing, but earlier deposits must still be read.
    if (trustline === undefined)
      throw new OddAnswer(`${address} has no trustline for ${asset.code}:${asset.issuer}`)
  }
}

/** Whether each log is genuine: a transaction with its hash must exist in its ledger and contain the same payment. */
async function readShown(
  deps: Deps,
  passphrase: string,
  logs: readonly TokenLog[],
  signal: AbortSignal,
): Promise<readonly boolean[]> {
  const { horizon } = deps
  const hashes = [...new Set(logs.map(({ txHash }) => txHash))]
  const ledgers = [...new Set(logs.map(({ block }) => block))]
  const found = new Map(
    await askAll(
      hashes,
      async (hash) => [hash, await findTransaction(horizon, hash, passphrase, signal)] as const,
    ),
  )
  const standing = new Map(
    await askAll(ledgers, async (ledger) => [ledger, await findLedgerHash(horizon, ledger, signal)] as const),
  )
  return logs.map((log) => {
    const transaction = found.get(log.txHash)
    return (
      transaction !== undefined &&
      standing.get(log.block) === log.blockHash &&
      showsPayment(transaction, log, deps)
    )
  })
}

/** Reads all accounts as of one ledger. Returns undefined if a new ledger closes during each try. */
async function readSnapshot(
  { horizon, asset, address }: Deps,
  { lanes }: Settings,
  wallets: readonly WalletWanted[],
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  for (let turn = 0; turn < SNAPSHOT_TRIES; turn += 1) {
    const before = await readHead(horizon, signal)
    const shared = await readOwnAccount(horizon, address, asset, signal)
    const read = await askAll(wallets, async (wallet) =>
      readLane({ horizon, asset, channels: lanes.get(wallet.address) ?? [] }, wallet, signal),
    )
    const after = await readHead(horizon, signal)
    const isOne = [shared, ...read].every(({ lastModifiedLedger }) => lastModifiedLedger <= before.sequence)
    if (before.sequence !== after.sequence || !isOne) continue
    return {
      block: before.sequence,
      wallets: read.map(({ units, gasUnits, lockLatest, lockAhead, isUsed }, place) => {
        const used = wallets[place]?.out.filter(isUsed) ?? []
        return { units, gasUnits, lock: lockLatest, lockAhead, used }
      }),
      holdings: [],
      shared: shared.trustline?.units ?? 0n,
    }
  }
  return undefined
}
