import { join } from 'node:path'
import {
  FACTORY_ADDRESS,
  SWEEPER_ADDRESS,
  simulatedNetworks,
  simulatedSolana,
  simulatedStellar,
  TOKEN_ADDRESS,
  TREASURY_ADDRESS,
} from '../chains/simulated-networks.ts'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import type { PayerTokens } from './payer-process.ts'

/** Nobody on it is real, and it is never renewed: live buys wait when it is some days old. */
const SANCTIONS_FOLDER = join(REPOSITORY_ROOT, 'server/test/sanctions')

export type ServerPlaces = Readonly<{
  databaseUrl(role: string): string
  restateIngressUrl: string
  apiPort: number
  otcPort: number
  managementPort: number
  workerPort: number
  /** `<number>:<64 hex digits>`; it must stay the same as long as the database does. */
  keyPeppers: string
  sealHeadFile: string
  /** Where the simulator of rate vendors is. Without it no vendor is asked. */
  ratesUrl?: string
  /** Where the simulator of banks is. Without it no bank is asked, and no notification taken. */
  bankUrl?: string
  /** Where the chains are, by the network's name. Nothing is sent on one that has no address. */
  chainUrls?: Readonly<Record<string, string>>
  /** How long tokens wait at deposit addresses. Without it they stay there: what arrived is then easier to count. */
  sweepAfterSeconds?: number
  signer?: Readonly<{ url: string; token: string }>
  payer?: Readonly<{ url: string; tokens: PayerTokens }>
  /** Whether scenarios may act upon the simulators: where nobody else does. */
  hasSandbox?: boolean
}>

/** What the server's processes are told; `server/src/config/` reads it. */
export function serverEnvironment(places: ServerPlaces): Record<string, string> {
  return {
    DATABASE_URL_MIGRATE: places.databaseUrl('postgres'),
    DATABASE_URL_OWNER: places.databaseUrl('afara_owner'),
    DATABASE_URL_API: places.databaseUrl('afara_api'),
    DATABASE_URL_WORKER: places.databaseUrl('afara_worker'),
    DATABASE_URL_SEALER: places.databaseUrl('afara_sealer'),
    RESTATE_INGRESS_URL: places.restateIngressUrl,
    API_HOST: '127.0.0.1',
    API_PORT: String(places.apiPort),
    OTC_HOST: '127.0.0.1',
    OTC_PORT: String(places.otcPort),
    API_MANAGEMENT_HOST: '127.0.0.1',
    API_MANAGEMENT_PORT: String(places.managementPort),
    TRUSTED_PROXIES: '',
    API_PUBLIC_URL: `http://127.0.0.1:${places.apiPort}`,
    OTC_PUBLIC_URL: `http://127.0.0.1:${places.otcPort}`,
    WORKER_HOST: '127.0.0.1',
    WORKER_PORT: String(places.workerPort),
    CELL: 'dev',
    KEY_PEPPERS: places.keyPeppers,
    SEAL_HEAD_FILE: places.sealHeadFile,
    SANCTIONS_FOLDER,
    // It seals nothing but the secrets of endpoints on this machine.
    WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 'a stack of ours').toString('base64'),
    WEBHOOK_ALLOW_LOOPBACK: 'test',
    // A stack is pushed hard, and nobody refills it: that it would be empty in an hour is no news.
    FLOAT_RUNWAY_MINUTES: '1',
    ...(places.ratesUrl === undefined ? {} : rateSources(places.ratesUrl)),
    ...(places.bankUrl === undefined ? {} : bankVendors(places.bankUrl)),
    ...chains(places.chainUrls ?? {}),
    ...solana(places.chainUrls?.Solana),
    ...stellar(places.chainUrls?.Stellar),
    ...(places.sweepAfterSeconds !== undefined && sweeps(places.sweepAfterSeconds)),
    ...(places.hasSandbox === true && sandbox(places)),
    ...(places.signer && { SIGNER_URL: places.signer.url, SIGNER_TOKEN: places.signer.token }),
    ...(places.payer && {
      PAYER_URL: places.payer.url,
      PAYER_TOKEN: places.payer.tokens.worker,
      PAYER_TOKEN_API: places.payer.tokens.api,
    }),
  }
}

/** Somebody invented on the list above. */
const LISTED_NAME = 'OLUWADARE CHUKWUDALU ZANGOMA-BIRI'

/** Banks tell of what they take back, or send back, by their lists alone: those are read again sooner than usual. */
function sandbox({ bankUrl, chainUrls = {} }: ServerPlaces): Record<string, string> {
  if (bankUrl === undefined) return {}
  const urls = Object.entries(chainUrls).map(([name, url]) => [`SANDBOX_${name.toUpperCase()}_URL`, url])
  return {
    SANDBOX_BANK_URL: bankUrl,
    ...Object.fromEntries(urls),
    SANDBOX_LISTED_NAME: LISTED_NAME,
    BANK_LOOK_BACK_SECONDS: '10',
    PAYOUT_LINES_SECONDS: '5',
  }
}

function chains(urls: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.values(simulatedNetworks).flatMap(({ name, decimals }) => {
      const url = urls[name]
      const prefix = `CHAIN_TEST_${name.toUpperCase()}`
      // A deposit address is known without a chain.
      const deposits = [
        [`${prefix}_FACTORY`, FACTORY_ADDRESS],
        [`${prefix}_TREASURY`, TREASURY_ADDRESS],
        [`${prefix}_FROM_BLOCK`, '0'],
      ]
      return url === undefined
        ? deposits
        : [
            ...deposits,
            [`${prefix}_URL`, url],
            [`${prefix}_TOKEN`, TOKEN_ADDRESS],
            [`${prefix}_DECIMALS`, `${decimals}`],
          ]
    }),
  )
}

/** Here a deposit address is made of the sweeper, so that there are none where nobody sweeps. */
function solana(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return prefixed('CHAIN_TEST_SOLANA', {
    URL: url,
    MINT: simulatedSolana.mint,
    DECIMALS: `${simulatedSolana.decimals}`,
    MARKER_SECRET: simulatedSolana.markerSecret,
    TREASURY: simulatedSolana.lane,
    SWEEPER: simulatedSolana.sweeper,
    FROM_BLOCK: `${simulatedSolana.firstBlock}`,
  })
}

function stellar(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  const { lane, channels } = simulatedStellar
  return prefixed('CHAIN_TEST_STELLAR', {
    URL: url,
    ASSET: simulatedStellar.asset,
    PASSPHRASE: simulatedStellar.passphrase,
    CHANNELS: `${lane}=${channels.map(({ address, base }) => `${address}:${base}`).join('+')}`,
    TREASURY: lane,
    SWEEPER: simulatedStellar.sweeper,
    FROM_BLOCK: `${simulatedStellar.firstLedger}`,
  })
}

function prefixed(prefix: string, settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${prefix}_${name}`, value]))
}

function sweeps(afterSeconds: number): Record<string, string> {
  const sweepers = Object.values(simulatedNetworks).map(({ name }) => [
    `CHAIN_TEST_${name.toUpperCase()}_SWEEPER`,
    SWEEPER_ADDRESS,
  ])
  return { ...Object.fromEntries(sweepers), SWEEP_AFTER_SECONDS: `${afterSeconds}` }
}

export function rateSources(url: string): Record<string, string> {
  return {
    RATES_MONIERATE_URL: `${url}/monierate`,
    RATES_MONIERATE_KEY: 'simulated',
    RATES_QUIDAX_URL: `${url}/quidax`,
  }
}

/** The simulator's own credentials: they open nothing but the simulator. */
export function bankVendors(url: string): Record<string, string> {
  return {
    BANK_TEST_MONNIFY_URL: `${url}/monnify`,
    BANK_TEST_MONNIFY_API_KEY: 'MK_TEST_SIMULATED',
    BANK_TEST_MONNIFY_SECRET: 'simulated_monnify_secret_1',
    BANK_TEST_PROVIDUS_URL: `${url}/providus`,
    BANK_TEST_PROVIDUS_CLIENT_ID: 'c2ltdWxhdGVkX2NsaWVudA==',
    BANK_TEST_PROVIDUS_SECRET: 'simulated_providus_secret_1',
    BANK_TEST_PAYSTACK_URL: `${url}/paystack`,
    BANK_TEST_PAYSTACK_SECRET_KEY: 'sk_test_simulated_1',
    BANK_POLL_SECONDS: '2',
  }
}

/** Where each vendor of the simulator is to send its notifications. */
export function hookUrlsAt(apiUrl: string) {
  return {
    monnify: `${apiUrl}/hooks/v1/test/monnify`,
    providus: `${apiUrl}/hooks/v1/test/providus`,
    paystack: `${apiUrl}/hooks/v1/test/paystack`,
  }
}
