import { pino } from 'pino'
import type { ChainConfig, ChainsConfig, PlacesConfig } from './chains-config.ts'
import type {
  ApiConfig,
  BanksConfig,
  BankVendorsConfig,
  OutsideConfig,
  RatesConfig,
  WorkerConfig,
} from './config.ts'
import type { AppDeps } from './entry/http/app-deps.ts'
import { createDocs } from './entry/http/docs/docs.ts'
import { createErrorReplies } from './entry/http/errors.ts'
import { createGate } from './entry/http/gate.ts'
import type { BankHooks } from './entry/http/hooks/bank-hooks.ts'
import { createMoneyInFigures, type MoneyInFigures } from './entry/http/metrics-money-in.ts'
import { createLogStream } from './entry/http/request-log-stream.ts'
import { createAccountNudges, createNudgeEngine } from './entry/workflows/nudge-engine.ts'
import type { WorkerDeps } from './entry/workflows/worker-deps.ts'
import { createBuyAcceptance } from './flows/buys/accept-buy.ts'
import { createFeedWaiters } from './flows/events/feed-waiters.ts'
import { createPreviews } from './flows/previews/previews.ts'
import { createSellAcceptance } from './flows/sells/accept-sell.ts'
import { createWithdrawalAcceptance } from './flows/withdrawals/accept-withdrawal.ts'
import { systemClock } from './kernel/clock/clock.ts'
import type { Mode } from './kernel/mode.ts'
import { createPool } from './kernel/postgres/pool.ts'
import type { WatchedChain, WatchedChains } from './movements/deposits/watched-chain.ts'
import type { BankFeed } from './movements/feeds/bank-feed.ts'
import type { BankFeeds } from './movements/feeds/bank-feeds.ts'
import { limitFeed } from './movements/feeds/limited-feed.ts'
import type { StatementFormat } from './movements/feeds/statement.ts'
import { absentPayer } from './movements/payouts/absent-payer.ts'
import { createBankStandings } from './movements/payouts/bank-standings.ts'
import { createCachedNameEnquiry, type NameEnquiry } from './movements/payouts/name-enquiry.ts'
import type { PayoutHooks } from './movements/payouts/payout-hooks.ts'
import { createPayoutRoom } from './movements/payouts/payout-room.ts'
import { absentSigner } from './movements/transfers/absent-signer.ts'
import type { Chain, Chains } from './movements/transfers/chain.ts'
import type { Signer } from './movements/transfers/signer.ts'
import {
  type NetworkName,
  networkNames,
  type WalletAddressRules,
} from './movements/transfers/wallet-address.ts'
import type { WalletChains } from './movements/transfers/wallet-chains.ts'
import type { SweepChain } from './movements/treasury/sweep-chain.ts'
import type { WebhookWalls } from './movements/webhooks/check-webhook-url.ts'
import { createMonnifyFeed } from './rails/banks/monnify/monnify-feed.ts'
import { createPaystackFeed } from './rails/banks/paystack/paystack-feed.ts'
import { createProvidusFeed } from './rails/banks/providus/providus-feed.ts'
import { createDepositTargets } from './rails/chains/deposit-targets.ts'
import { createExplorers } from './rails/chains/explorers.ts'
import { createChain, createDeposits, createSweeps } from './rails/chains/families.ts'
import type { FamilyName, Place } from './rails/chains/family.ts'
import { forbiddenIn } from './rails/chains/forbidden-addresses.ts'
import { networks } from './rails/chains/networks/networks.ts'
import { createWalletAddressRules } from './rails/chains/wallet-address-rules.ts'
import { createWitnessedChain } from './rails/chains/witnessed-chain.ts'
import { createVaultHooks } from './rails/payouts/vault/vault-hooks.ts'
import { createVaultNames } from './rails/payouts/vault/vault-names.ts'
import { createVaultPayer } from './rails/payouts/vault/vault-payer.ts'
import { createMonierateSource } from './rails/rates/monierate/monierate-source.ts'
import { createQuidaxSource } from './rails/rates/quidax/quidax-source.ts'
import { createSimulatedWorld } from './rails/sandbox/simulated-world.ts'
import { createSdnScreen } from './rails/screening/sdn/sdn-screen.ts'
import { createVaultSigner } from './rails/signing/vault/vault-signer.ts'
import { createVaultSweeps } from './rails/signing/vault/vault-sweeps.ts'
import { statementFormats } from './rails/statements/statement-formats.ts'
import { createWalledSender, type WalledSender } from './rails/webhooks/walled-sender.ts'
import { createVendorAccountBook } from './records/banks/vendor-account-book.ts'
import { compileNetworks } from './records/businesses/ip-list.ts'
import { createPublishedRates } from './records/rates/published-rates.ts'
import type { RateSource } from './records/rates/rate-source.ts'
import type { Screen } from './records/screening/screen.ts'
import { claimNudge, type Nudge } from './records/transactions/wake-store.ts'

/** The composition root: the only file that knows which part stands behind which port. */
const clock = systemClock

// A second wall: nothing that is logged should hold these in the first place.
const SECRETS = [
  'headers["svc-sec-key"]',
  'req.headers["svc-sec-key"]',
  // Where PostgreSQL quotes the row or the values that it could not take.
  'err.detail',
  'err.where',
  ...[
    'account_number',
    'account_name',
    'wallet_address',
    'accountNumber',
    'accountName',
    'walletAddress',
  ].flatMap((field) => [field, `*.${field}`]),
]

export function wireApi(config: ApiConfig): AppDeps & { moneyIn: MoneyInFigures; stop(): Promise<void> } {
  const log = createApiLog()
  const { logger } = log
  const pool = createPool(config.databaseUrl, { max: 20, applicationName: 'afara-api' })
  // Apart, so that neither a flood of keys nor a slow query of a route holds up the other.
  const gatePool = createPool(config.databaseUrl, { max: 4, applicationName: 'afara-api-gate' })
  const gate = createGate({
    pool: gatePool,
    clock,
    logger,
    ...config.keys,
    trustedProxies: config.trustedProxies,
    logRequest: log.stream.write,
  })
  gate.metrics.watchPool('main', pool)
  gate.metrics.watchPool('gate', gatePool)
  const onGroup = (size: number, seconds: number): void => {
    gate.metrics.acceptGroupSize.observe(size)
    gate.metrics.acceptGroupSeconds.observe(seconds)
  }
  const rates = createPublishedRates({
    pool,
    clock,
    onError: (error) =>
      logger.warn({ err: error }, 'rates cannot be read; what is here is served until it expires'),
  })
  const nudge = createNudgeEngine(config.engineUrl, logLostNudge(logger))
  const payingOut = {
    nameEnquiry: wireNames(config.payer),
    depositTargets: createDepositTargets(config.places),
    payoutRoom: createPayoutRoom({ pool, clock }),
  }
  const asked = {
    bankStandings: createBankStandings({ pool, clock }),
    walletChains: wireWalletChains(config.chains),
    addresses: wireWalletRules(config.places),
    webhooks: {
      secretsKey: config.webhooks.secretsKey,
      walls: { allowLoopback: config.webhooks.allowLoopback, ownPorts: ownPorts(config) },
    },
  }
  const wake = async (transactionId: string): Promise<void> => {
    const claimed = await claimNudge(pool, transactionId, clock.now())
    if (claimed !== undefined) await nudge(claimed)
  }
  return {
    pool,
    clock,
    gate,
    buys: createBuyAcceptance({ pool, clock, onGroup }),
    sells: createSellAcceptance({
      pool,
      clock,
      ...payingOut,
      onGroup,
    }),
    withdrawals: createWithdrawalAcceptance({ pool, clock, onGroup }),
    vendorAccounts: createVendorAccountBook({ pool, clock }),
    nameEnquiry: payingOut.nameEnquiry,
    previews: createPreviews({ pool, clock, ...payingOut, ...asked }),
    ...asked,
    explorers: createExplorers(config.explorers),
    rates,
    feed: createFeedWaiters({
      pool,
      isStopping: () => gate.state.isStopping,
      onError: (error) => logger.warn({ err: error }, 'the feeds that are waited for cannot be read'),
    }),
    sandboxWorld: config.sandbox && createSimulatedWorld(config.sandbox),
    errorReplies: createErrorReplies(config.publicUrl),
    docs: createDocs({ baseUrl: config.publicUrl, otcBaseUrl: config.otcPublicUrl }),
    wake: (transactionId) => {
      wake(transactionId).catch((error: unknown) => {
        logger.warn({ transactionId, err: error }, 'not woken at once; the sweeper will find it')
      })
    },
    hooks: wireHooks(config.banks),
    payoutHooks: wirePayoutHooks(config.payer),
    nudgeAccount: createAccountNudges(config.engineUrl, (accountId, error) => {
      logger.warn({ accountId, err: error }, 'a bank account was not nudged; the sweeper will find it')
    }),
    moneyIn: createMoneyInFigures({
      // Apart from the routes: whoever watches must not wait behind what is watched.
      pool: gatePool,
      clock,
      onError: (error) => logger.warn({ err: error }, 'the figures of money in cannot be read'),
    }),
    logger,
    stop: async () => {
      await rates.stop()
      await Promise.all([pool.end(), gatePool.end()])
    },
  }
}

export async function wireWorker(config: WorkerConfig): Promise<WorkerDeps> {
  const logger = createLogger('worker')
  return {
    pool: createPool(config.databaseUrl, { max: 20, applicationName: 'afara-worker' }),
    sealerPool: createPool(config.sealer.databaseUrl, { max: 2, applicationName: 'afara-sealer' }),
    sealHeadFile: config.sealer.headFile,
    rates: { sources: wireRateSources(config.rates), everyMs: config.rates.pollMs },
    banks: { feeds: wireFeeds(config.banks), pollMs: config.bankPollMs },
    screen: wireScreen(config.sanctionsFolder, (error) =>
      logger.error(
        { err: error },
        'a sanctions list cannot be read; the last good one is used, and grows old',
      ),
    ),
    chains: await wireChains(config.chains),
    deposits: await wireDeposits(config.chains),
    sweeps: await wireSweeps(config),
    floatRunwayMs: config.floatRunwayMs,
    signer: wireSigner(config.signer),
    payer: config.payer === undefined ? absentPayer : createVaultPayer(config.payer),
    payoutPace: config.payoutPace,
    reconciling: config.reconciling,
    names: wireNames(config.payer),
    addresses: wireWalletRules(),
    webhooks: {
      secretsKey: config.webhooks.secretsKey,
      sender: wireWebhookSender({
        allowLoopback: config.webhooks.allowLoopback,
        ownPorts: ownPorts(config),
      }),
      pace: config.webhooks.retryMs === undefined ? {} : { retryMs: config.webhooks.retryMs },
    },
    clock,
    nudge: createNudgeEngine(config.engineUrl, logLostNudge(logger)),
    logger,
  }
}

/** Ports that we listen on or ask at, as far as this process knows: no webhook goes there, wherever they are. */
function ownPorts(config: ApiConfig | WorkerConfig): number[] {
  const urls = [
    config.databaseUrl,
    config.engineUrl,
    config.payer?.url,
    'signer' in config ? config.signer?.url : '',
  ]
  const listeners = 'api' in config ? [config.api, config.otc, config.management] : [config]
  const asked = urls
    .filter((url) => url !== undefined && url !== '')
    .map((url) => Number(new URL(url ?? '').port))
  return [...listeners.map(({ port }) => port), ...asked].filter((port) => port > 0)
}

function wireRateSources({ monierate, quidax }: RatesConfig): RateSource[] {
  return [
    ...(monierate === undefined ? [] : [createMonierateSource(monierate)]),
    ...(quidax === undefined ? [] : [createQuidaxSource(quidax)]),
  ]
}

/** Without a folder there is no list, and whoever asks is told so. */
export function wireScreen(folder: string | undefined, onProblem: (error: unknown) => void): Screen {
  if (folder === undefined) return { list: undefined, screen: () => [] }
  return createSdnScreen({ folder, clock, onProblem })
}

/** The feeds that a worker asks, by mode: an account of one mode meets only the vendors of that mode. */
function wireFeeds(banks: BanksConfig): BankFeeds {
  const ofMode = (vendors: BankVendorsConfig) =>
    new Map(createFeeds(vendors).map(({ feed }) => [feed.vendor, limitFeed(feed)]))
  return { live: ofMode(banks.live), test: ofMode(banks.test) }
}

/** The same feeds as the api knows them: it checks and keeps what they send, and asks them nothing. */
function wireHooks(banks: BanksConfig): BankHooks {
  const ofMode = (vendors: BankVendorsConfig) =>
    new Map(
      createFeeds(vendors).map(({ feed, hookNetworks }) => {
        const allowed = compileNetworks(hookNetworks)
        return [feed.vendor, { feed, mayComeFrom: (address: string) => allowed?.allow(address) ?? true }]
      }),
    )
  return { live: ofMode(banks.live), test: ofMode(banks.test) }
}

/** No answer says nothing about an account: a sell is accepted, and waits before it is cleared. */
function wireNames(payer: ApiConfig['payer']): NameEnquiry {
  if (payer === undefined) return { ask: async () => undefined }
  return createCachedNameEnquiry(createVaultNames(payer), { clock })
}

/** Where nobody can verify a notification, none is genuine. */
function wirePayoutHooks(payer: ApiConfig['payer']): PayoutHooks {
  return payer === undefined ? { verify: async () => undefined } : createVaultHooks(payer)
}

function createFeeds({ monnify, providus, paystack }: BankVendorsConfig) {
  const feeds: Array<{ feed: BankFeed; hookNetworks: readonly string[] }> = []
  if (monnify !== undefined) feeds.push({ ...monnify, feed: createMonnifyFeed(monnify) })
  if (providus !== undefined) feeds.push({ ...providus, feed: createProvidusFeed(providus) })
  if (paystack !== undefined) feeds.push({ ...paystack, feed: createPaystackFeed(paystack) })
  return feeds
}

/** What sends to addresses that others chose. */
export function wireWebhookSender(walls: WebhookWalls): WalledSender {
  return createWalledSender(walls)
}

export function wireStatementFormats(): readonly StatementFormat[] {
  return statementFormats
}

function wireSigner(signer: OutsideConfig['signer']): Signer {
  return signer === undefined ? absentSigner : createVaultSigner(signer)
}

/** For whoever must know what was sent when the database does not. */
export async function wireOutside({ chains, signer }: OutsideConfig) {
  return { chains: await wireChains(chains), journal: wireSigner(signer) }
}

/** The chains with an address in the settings. */
export async function wireChains(config: ChainsConfig): Promise<Chains> {
  const chains = await Promise.all(
    placesIn(config).map(async (place) => {
      const chain = await createChain(place)
      const { witnessUrl } = place.settings
      if (witnessUrl === undefined) return chain
      const witness = await createChain(elsewhere(place, witnessUrl))
      return createWitnessedChain(chain, witness, { nowMs: () => performance.now() })
    }),
  )
  return new Map(chains.map((chain) => [`${chain.mode}:${chain.network}`, chain]))
}

/** Each is made when it is asked for the first time, so that an api starts without the libraries of chains. */
function wireWalletChains(config: ChainsConfig): WalletChains {
  return new Map(
    placesIn(config).map((place) => {
      let chain: ReturnType<typeof createChain> | undefined
      const preflight: Chain['preflight'] = async (to, tokensMinor, signal) => {
        chain ??= createChain(place)
        return (await chain).preflight(to, tokensMinor, signal)
      }
      return [`${place.mode}:${place.network.name}`, { preflight }] as const
    }),
  )
}

/** For whoever watches chains apart from a worker: the chains, and the addresses that sells have there. */
export async function wireWatching(chains: ChainsConfig) {
  return { watched: await wireDeposits(chains), targets: createDepositTargets(chains) }
}

/** The chains whose deposits are watched: those whose settings say what deposit addresses are made of. */
async function wireDeposits(config: ChainsConfig): Promise<WatchedChains> {
  const watched = await Promise.all(
    placesIn(config).map(async (place): Promise<WatchedChain[]> => {
      const { deposits, witnessUrl } = place.settings
      if (deposits === undefined) return []
      const chain = await createDeposits({ ...place, deposits })
      const witness = witnessUrl && {
        chain: await createDeposits({ ...elsewhere(place, witnessUrl), deposits }),
        aboveMinor: deposits.witnessAboveMinor,
      }
      return [{ chain, beginAfter: deposits.fromBlock, witness: witness || undefined }]
    }),
  )
  return new Map(watched.flat().map((one) => [`${one.chain.mode}:${one.chain.network}`, one]))
}

/** The chains that are swept: those with a sweeper in the settings, while there is a signer. */
async function wireSweeps({ chains, signer, sweeps: settings }: WorkerConfig): Promise<WorkerDeps['sweeps']> {
  if (signer === undefined) return undefined
  const swept = await Promise.all(
    placesIn(chains).map(async (place) => {
      const { deposits } = place.settings
      return deposits && createSweeps({ ...place, deposits })
    }),
  )
  const isSwept = (chain: SweepChain | undefined): chain is SweepChain => chain !== undefined
  return { chains: swept.filter(isSwept), signer: createVaultSweeps(signer), settings }
}

type ChainPlace = Place<FamilyName> & Readonly<{ settings: ChainConfig }>

function placesIn(config: ChainsConfig): ChainPlace[] {
  return (['live', 'test'] as const).flatMap((mode) =>
    networkNames.flatMap((name) => {
      const settings = config[mode][name]
      if (settings === undefined) return []
      const { family } = settings
      return [{ family, mode, network: networks[name], settings, siblings: siblingsOf(config[mode], name) }]
    }),
  )
}

function siblingsOf(ofMode: ChainsConfig[Mode], name: NetworkName) {
  return networkNames.flatMap((other) => {
    const settings = ofMode[other]
    const isSibling = other !== name && settings?.family === ofMode[name]?.family
    return isSibling && settings !== undefined ? [{ network: networks[other], url: settings.url }] : []
  })
}

/** The same place, asked of another node. */
function elsewhere(place: ChainPlace, url: string): ChainPlace {
  return { ...place, settings: { ...place.settings, url } }
}

/** Without settings nothing is known to be ours. */
export function wireWalletRules(places: PlacesConfig = { live: {}, test: {} }): WalletAddressRules {
  return createWalletAddressRules({ forbidden: forbiddenIn(places) })
}

function createLogger(name: string) {
  return pino({ name, redact: SECRETS })
}

/** Lines are gathered and written without waiting; the last ones when the process ends. */
function createApiLog() {
  const destination = pino.destination({ sync: false })
  const stream = createLogStream(destination)
  process.once('exit', () => {
    stream.flush()
    destination.flushSync()
  })
  return { stream, logger: pino({ name: 'api', redact: SECRETS }, stream) }
}

function logLostNudge(logger: ReturnType<typeof createLogger>) {
  return ({ subjectId }: Nudge, error: unknown): void => {
    logger.warn({ subjectId, err: error }, 'a nudge was lost; the sweeper will repeat it')
  }
}
