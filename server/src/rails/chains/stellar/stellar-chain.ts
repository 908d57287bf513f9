import { systemClock } from '../../../kernel/clock/clock.ts'
import type { Chain } from '../../../movements/transfers/chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import { ChainUnavailable, orUnavailable } from '../chain-unavailable.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { encodeCancel, encodePayment } from './encode-transaction.ts'
import { askAll, createHorizon, type Horizon } from './horizon.ts'
import { readOwnAccount, requireNetwork, STELLAR_DECIMALS } from './horizon-values.ts'
import { placeOfLock, readChannels, readLane } from './lane-locks.ts'
import { readLocks } from './read-locks.ts'
import { preflightWallet } from './stellar-preflight.ts'
import {
  DEFAULT_HORIZON_DEADLINE_MS,
  DEFAULT_MAX_FEE,
  readAsset,
  type StellarAsset,
  type StellarChannel,
  type StellarSettings,
} from './stellar-settings.ts'
import {
  FEE_BUMP_OPERATIONS,
  haveExpired,
  raiseTerms,
  readTerms,
  suggestTerms,
  termsIn,
  toTerms,
} from './terms.ts'

/**
 * Stellar. A lane is an account that holds the tokens, with channels that lend it their sequence numbers. A lock is the next sequence
 * number of one channel. The lane's account pays all fees. A transaction in a ledger is final.
 */
export function createStellarChain(settings: StellarSettings): Chain {
  const { mode, passphrase, lanes } = settings
  const asset = readAsset(settings.asset)
  const horizon = createHorizon({
    url: settings.url,
    deadlineMs: settings.deadlineMs ?? DEFAULT_HORIZON_DEADLINE_MS,
  })
  const perMinor = unitsPerMinor(STELLAR_DECIMALS)
  const mostFee = settings.mostFee ?? DEFAULT_MAX_FEE
  const terms = { horizon, passphrase, clock: settings.clock ?? systemClock, mostFee }
  const ours = new Set([
    ...(settings.ours ?? []),
    ...lanes.keys(),
    ...[...lanes.values()].flat().map(({ address }) => address),
  ])
  const channelsOf = (hot: string): readonly StellarChannel[] => {
    const channels = lanes.get(hot)
    if (channels === undefined || channels.length === 0)
      throw new Error(`the settings name no channels for the lane ${hot}`)
    return channels
  }
  return {
    mode,
    network: 'Stellar',
    gasAsset: 'XLM',
    check: async (signal) =>
      orUnavailable(async () => checkChain({ horizon, passphrase, asset, lanes }, signal)),
    readLane: async (lane, signal) =>
      orUnavailable(async () => {
        const [reading] = await Promise.all([
          readLane({ horizon, asset, channels: channelsOf(lane.address) }, lane, signal),
          requireNetwork(horizon, passphrase, signal),
        ])
        return reading
      }),
    suggestTerms: async (signal) =>
      orUnavailable(async () => toTerms(await suggestTerms(terms, FEE_BUMP_OPERATIONS, signal))),
    raiseTerms: (before, suggested) => toTerms(raiseTerms(readTerms(before), readTerms(suggested), mostFee)),
    haveExpired: (offered, suggested) => haveExpired(readTerms(offered), readTerms(suggested)),
    termsIn: (raw) => toTerms(termsIn(raw, passphrase)),
    mostCost: (offered) => readTerms(offered).fee,
    prepare: async ({ from, lock, to, tokensMinor, terms: offered }) =>
      encodePayment({
        ...placeOfLock(channelsOf(from), lock),
        passphrase,
        asset,
        hot: from,
        to,
        units: tokensMinor * perMinor,
        terms: readTerms(offered),
      }),
    prepareCancel: async ({ from, lock, terms: offered }) =>
      encodeCancel({
        ...placeOfLock(channelsOf(from), lock),
        passphrase,
        hot: from,
        terms: readTerms(offered),
      }),
    broadcast: async (raws, signal) => askAll(raws, async (raw) => submit(horizon, raw, signal)),
    status: async (from, out, signal) =>
      orUnavailable(async () =>
        readLocks(
          { horizon, passphrase, asset, unitsPerMinor: perMinor, hot: from, channels: channelsOf(from) },
          out,
          signal,
        ),
      ),
    preflight: async (to, tokensMinor, signal) =>
      orUnavailable(async () => {
        await requireNetwork(horizon, passphrase, signal)
        return preflightWallet({ horizon, asset, ours }, to, tokensMinor * perMinor, signal)
      }),
  }
}

async function checkChain(
  {
    horizon,
    passphrase,
    asset,
    lanes,
  }: Readonly<{ horizon: Horizon; asset: StellarAsset } & Pick<StellarSettings, 'passphrase' | 'lanes'>>,
  signal: AbortSignal,
): Promise<void> {
  await requireNetwork(horizon, passphrase, signal)
  await askAll([...lanes], async ([hot, channels]) => {
    const { trustline } = await readOwnAccount(horizon, hot, asset, signal)
    if (trustline === undefined)
      throw new OddAnswer(`${hot} has no trustline for ${asset.code}:${asset.issuer}`)
    if (!trustline.isAuthorized)
      throw new OddAnswer(`${hot} is not authorised to hold ${asset.code}:${asset.issuer}`)
    await readChannels(horizon, channels, asset, signal)
  })
}

async function submit(horizon: Horizon, raw: Uint8Array, signal: AbortSignal): Promise<string> {
  try {
    return await horizon.submit(raw, signal)
  } catch (error) {
    // The transaction may have arrived anyway. The next reading of the lock shows it.
    if (error instanceof ChainUnavailable) return `no response: ${error.message}`
    throw error
  }
}
