import type { ApiConfig } from '../config/api-config.ts'
import type { BanksConfig, BankVendorsConfig, VaultConfig } from '../config/shared-config.ts'
import type { RatesConfig, WorkerConfig } from '../config/worker-config.ts'
import type { BankHooks } from '../entry/http/app-deps.ts'
import { systemClock } from '../kernel/clock/clock.ts'
import type { CollectionRail, CollectionRails } from '../movements/collections/collection-rail.ts'
import type { BankFeed, BankFeeds } from '../movements/feeds/bank-feed.ts'
import { limitFeed } from '../movements/feeds/limited-feed.ts'
import type { StatementFormat } from '../movements/feeds/statement.ts'
import { createCachedNameEnquiry, type NameEnquiry } from '../movements/payouts/name-enquiry.ts'
import type { PayoutHooks } from '../movements/payouts/payout-rail.ts'
import type { WebhookWalls } from '../movements/webhooks/check-webhook-url.ts'
import { createKoraFeed } from '../rails/banks/kora/kora-feed.ts'
import { createKoraNumbers } from '../rails/banks/kora/kora-numbers.ts'
import { createMonnifyFeed } from '../rails/banks/monnify/monnify-feed.ts'
import { createMonnifyNumbers } from '../rails/banks/monnify/monnify-numbers.ts'
import { createPaystackFeed } from '../rails/banks/paystack/paystack-feed.ts'
import { createPaystackNumbers } from '../rails/banks/paystack/paystack-numbers.ts'
import { createProvidusFeed } from '../rails/banks/providus/providus-feed.ts'
import { createProvidusNumbers } from '../rails/banks/providus/providus-numbers.ts'
import { createVaultHooks, createVaultNames } from '../rails/payouts/vault/vault-payer.ts'
import { createCoinGeckoSource } from '../rails/rates/coingecko-source.ts'
import { createMonierateSource } from '../rails/rates/monierate-source.ts'
import { createQuidaxSource } from '../rails/rates/quidax-source.ts'
import { createSanctionsScreen } from '../rails/screening/sanctions-screen.ts'
import { statementFormats } from '../rails/statements/statement-formats.ts'
import { createWalledSender, type WalledSender } from '../rails/webhooks/walled-sender.ts'
import { compileNetworks } from '../records/keys/ip-list.ts'
import type { RateSource } from '../records/rates/rate-source.ts'
import type { Screen } from '../records/screening/screen.ts'

const clock = systemClock

/** Creates the feeds that a worker reads, by mode: an account uses only the vendors of its own mode. */
export function wireFeeds(banks: BanksConfig): BankFeeds {
  const ofMode = (vendors: BankVendorsConfig) =>
    new Map(createVendorFeeds(vendors).map(({ feed }) => [feed.vendor, limitFeed(feed)]))
  return { live: ofMode(banks.live), test: ofMode(banks.test) }
}

/** Creates the same feeds for the API, which verifies and stores their notifications and sends them no requests. */
export function wireHooks(banks: BanksConfig): BankHooks {
  const ofMode = (vendors: BankVendorsConfig) =>
    new Map(
      createVendorFeeds(vendors).map(({ feed, hookNetworks }) => {
        const allowed = compileNetworks(hookNetworks)
        return [feed.vendor, { feed, mayComeFrom: (address: string) => allowed?.allow(address) ?? true }]
      }),
    )
  return { live: ofMode(banks.live), test: ofMode(banks.test) }
}

function createVendorFeeds({ monnify, providus, paystack, kora }: BankVendorsConfig) {
  const feeds: Array<{ feed: BankFeed; hookNetworks: readonly string[] }> = []
  if (monnify !== undefined) feeds.push({ ...monnify, feed: createMonnifyFeed(monnify) })
  if (providus !== undefined) feeds.push({ ...providus, feed: createProvidusFeed(providus) })
  if (paystack !== undefined) feeds.push({ ...paystack, feed: createPaystackFeed(paystack) })
  if (kora !== undefined) feeds.push({ ...kora, feed: createKoraFeed(kora) })
  return feeds
}

/**
 * Creates the rails that give numbers for one payment, in the order in which they are asked. A vendor whose terms exclude businesses like
 * ours is asked in test mode only.
 */
export function wireCollectionRails(banks: BanksConfig): CollectionRails {
  return {
    live: createCollectionRails(banks.live).filter(({ traits }) => !traits.barsRamps),
    test: createCollectionRails(banks.test),
  }
}

function createCollectionRails({ kora, monnify, providus, paystack }: BankVendorsConfig): CollectionRail[] {
  const rails: CollectionRail[] = []
  if (kora !== undefined) rails.push(createKoraNumbers(kora))
  if (monnify?.contractCode !== undefined)
    rails.push(createMonnifyNumbers({ ...monnify, contractCode: monnify.contractCode }))
  if (providus?.pool !== undefined) rails.push(createProvidusNumbers(providus))
  if (paystack?.pool !== undefined) rails.push(createPaystackNumbers(paystack))
  return rails
}

/**
 * Creates name enquiries that ask the bank each time, because a sell is cleared with the name that the bank has now. Operators rely on this
 * when a name was wrong and they have the sell checked again. While the bank does not answer, the sell waits and is not cleared.
 */
export function wireNames(payer: VaultConfig | undefined): NameEnquiry {
  if (payer === undefined) return { ask: async () => undefined }
  return createVaultNames(payer)
}

/** Creates name enquiries that cache the answers, for callers that only need information and may ask often. */
export function wireRememberedNames(payer: VaultConfig | undefined): NameEnquiry {
  return createCachedNameEnquiry(wireNames(payer), { clock })
}

/** Without a payer no notification can be verified, so every notification counts as forged. */
export function wirePayoutHooks(payer: VaultConfig | undefined): PayoutHooks {
  return payer === undefined ? { verify: async () => undefined } : createVaultHooks(payer)
}

export function wireRateSources({ monierate, quidax, coingecko }: RatesConfig): RateSource[] {
  return [
    ...(monierate === undefined ? [] : [createMonierateSource(monierate)]),
    ...(quidax === undefined ? [] : [createQuidaxSource(quidax)]),
    ...(coingecko === undefined ? [] : [createCoinGeckoSource(coingecko)]),
  ]
}

/** Without a folder the screen has no list (`list` is undefined), and callers must not take its empty answers as a clearance. */
export function wireScreen(folder: string | undefined, onProblem: (error: unknown) => void): Screen {
  if (folder === undefined) return { list: undefined, screen: () => [] }
  return createSanctionsScreen({ folder, clock, onProblem })
}

/** Creates the sender for URLs that customers chose. */
export function wireWebhookSender(walls: WebhookWalls): WalledSender {
  return createWalledSender(walls)
}

/** Returns the ports that we listen on or connect to, as far as this process knows. No webhook is sent to these ports on any host. */
export function findOwnPorts(config: ApiConfig | WorkerConfig): number[] {
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

export function wireStatementFormats(): readonly StatementFormat[] {
  return statementFormats
}
