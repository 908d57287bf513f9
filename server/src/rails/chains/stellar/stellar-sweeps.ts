import { systemClock } from '../../../kernel/clock/clock.ts'
import type { SentSweep, SweepChain, SweepEnd, SweepItem } from '../../../movements/treasury/sweep-chain.ts'
import { ChainUnavailable, orUnavailable } from '../chain-unavailable.ts'
import { findTransaction, findUserOfSequence } from './find-transaction.ts'
import { askAll, createHorizon, type Horizon } from './horizon.ts'
import { findAccount, readHead, readOwnAccount, requireNetwork, spendableLumens } from './horizon-values.ts'
import { createMuxedAddresses } from './stellar-address.ts'
import {
  DEFAULT_HORIZON_DEADLINE_MS,
  DEFAULT_MAX_FEE,
  readAsset,
  type StellarAsset,
  type StellarSettings,
} from './stellar-settings.ts'
import { raiseTerms, readTerms, suggestTerms, toTerms } from './terms.ts'

type Settings = StellarSettings &
  Readonly<{
    /** The account that all sells share. It sends its tokens to the treasury and pays the fee. */ sweeper: string
    treasury: string
  }>

type Deps = Readonly<{
  horizon: Horizon
  passphrase: string
  asset: StellarAsset
  sweeper: string
  treasury: string
}>

// A transaction may have at most a hundred operations.
const MAX_SWEPT_PER_CALL = 50

/** Sweeps on Stellar. One transaction pays from the shared account to the treasury, with one payment per sell. */
export function createStellarSweeps(settings: Settings): SweepChain {
  const { mode, passphrase, sweeper, treasury } = settings
  const horizon = createHorizon({
    url: settings.url,
    deadlineMs: settings.deadlineMs ?? DEFAULT_HORIZON_DEADLINE_MS,
  })
  const mostFee = settings.mostFee ?? DEFAULT_MAX_FEE
  const asset = readAsset(settings.asset)
  const deps: Deps = { horizon, passphrase, asset, sweeper, treasury }
  const terms = { horizon, passphrase, clock: settings.clock ?? systemClock, mostFee }
  return {
    mode,
    network: 'Stellar',
    sweeper,
    mostTogether: MAX_SWEPT_PER_CALL,
    addressOf: createMuxedAddresses(sweeper),
    read: async (signal) =>
      orUnavailable(async () => {
        const [account, { baseReserve }] = await Promise.all([
          readOwnAccount(horizon, sweeper, asset, signal),
          readHead(horizon, signal),
          requireNetwork(horizon, passphrase, signal),
        ])
        return { gasUnits: spendableLumens(account, baseReserve), nonceLatest: account.sequence + 1n }
      }),
    suggestTerms: async (items, signal) =>
      orUnavailable(async () => {
        const suggested = await suggestTerms(terms, items.length, signal)
        return (await wouldFail(deps, items, signal)) ? undefined : toTerms(suggested)
      }),
    // A sweep is never fee-bumped. The signer builds it again on the same sequence number.
    raiseTerms: (before, suggested) => {
      const { fee, minTime, maxTime } = readTerms(before)
      return toTerms(raiseTerms({ fee, minTime, maxTime }, readTerms(suggested), mostFee))
    },
    mostCost: (offered) => readTerms(offered).fee,
    broadcast: async (raw, signal) => {
      try {
        return await horizon.submit(raw, signal)
      } catch (error) {
        // The transaction may have arrived anyway. The next reading of the sequence number shows it.
        if (error instanceof ChainUnavailable) return `no response: ${error.message}`
        throw error
      }
    },
    endOf: async (sweep, signal) => orUnavailable(async () => readEnd(deps, sweep, signal)),
  }
}

async function wouldFail(
  { horizon, asset, sweeper, treasury }: Deps,
  items: readonly SweepItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const [from, to] = await Promise.all([
    readOwnAccount(horizon, sweeper, asset, signal),
    findAccount(horizon, treasury, asset, signal),
  ])
  const units = items.reduce((sum, item) => sum + item.units, 0n)
  const canSend = from.trustline?.isAuthorized === true && from.trustline.units >= units
  const canTake = to?.trustline?.isAuthorized === true && to.trustline.roomUnits >= units
  return !canSend || !canTake
}

/**
 * Reads the outcome of a sweep. The sequence is read before the transactions: in the other order, a transaction that landed in between
 * would look like one that is not ours.
 */
async function readEnd(
  { horizon, passphrase, asset, sweeper }: Deps,
  { nonce, attempts }: SentSweep,
  signal: AbortSignal,
): Promise<SweepEnd> {
  const [{ sequence }] = await Promise.all([
    readOwnAccount(horizon, sweeper, asset, signal),
    requireNetwork(horizon, passphrase, signal),
  ])
  if (sequence < nonce) return { state: 'waiting' }
  const hashes = attempts.map(({ hash }) => hash)
  const looked = await askAll(hashes, async (hash) => findTransaction(horizon, hash, passphrase, signal))
  const found = looked.find((one) => one !== undefined)
  if (found !== undefined) {
    const { succeeded, innerHash, feeAccount, feeUnits } = found
    return {
      state: succeeded ? 'final_ok' : 'final_failed',
      // Anybody may wrap our transaction in their own fee bump. Our hash is then the inner one.
      hash: innerHash,
      gasUnits: feeAccount === sweeper ? feeUnits : 0n,
    }
  }
  const user = await findUserOfSequence(horizon, { channel: sweeper, sequence: nonce }, passphrase, signal)
  if (user !== undefined && (hashes.includes(user.hash) || hashes.includes(user.innerHash)))
    return { state: 'pending' }
  return {
    state: 'void',
    because: `its sequence number was used by ${user?.hash ?? 'a transaction that is not ours'}`,
  }
}
