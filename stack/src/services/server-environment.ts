import { join } from 'node:path'
import { testRelyingParty } from '../authenticator/software-signing.ts'
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
import { REQUEST_PUBLIC_KEY } from '../restate/restate-server.ts'
import type { PayerTokens } from './payer-process.ts'
import { peopleTokenOf, reconcilerTokenOf } from './signer-process.ts'

/** An invented sanctions list that is never updated. Live buys wait when it is several days old. */
const SANCTIONS_FOLDER = join(REPOSITORY_ROOT, 'server/test/sanctions')

/** The command that signs decisions with the software passkeys of the operators. */
const softwareAuthenticator = `"${process.execPath}" "${join(REPOSITORY_ROOT, 'stack/src/main-authenticator.ts')}"`

/** Returns the environment of an operator's terminal, which signs with a software passkey. It has no password of the database. */
export function terminalEnvironment(
  places: Readonly<{ peoplePort: number; peopleOrigin: string; operatorsFile?: string }>,
): Record<string, string> {
  const { peoplePort, peopleOrigin, operatorsFile } = places
  return {
    PEOPLE_URL: `http://127.0.0.1:${peoplePort}`,
    PEOPLE_ORIGIN: peopleOrigin,
    AFARA_AUTHENTICATOR: [
      softwareAuthenticator,
      ...(operatorsFile === undefined ? [] : [`"${operatorsFile}"`]),
    ].join(' '),
  }
}

export type ServerPlaces = Readonly<{
  databaseUrl(role: string): string
  restateIngressUrl: string
  apiPort: number
  otcPort: number
  managementPort: number
  workerPort: number
  /** Ports of the listeners for metrics. Without one, the process has none. */
  workerManagementPort?: number
  peopleManagementPort?: number
  /** Port of the reconciler. Without it, none is started. */
  reconcilerPort?: number
  /** Port of the people process. Without it, none is started. */
  peoplePort?: number
  /** Port of the operators' console. Without it there is no console. */
  consolePort?: number
  /** Port of the mail server. Without it, mail to people waits. */
  smtpPort?: number
  /** The pages that `web/` built. Without it there is no dashboard. */
  pagesFolder?: string
  /** `<number>:<64 hex digits>`. Must not change while the database exists. */
  keyPeppers: string
  sealHeadFile: string
  /** URL of the rates simulator. Without it, no rate vendor is called. */
  ratesUrl?: string
  /** URL of the bank simulator. Without it, no bank is called and no notification is accepted. */
  bankUrl?: string
  /** URLs of the chains, by the name of the network. Nothing is sent on a network without a URL. */
  chainUrls?: Readonly<Record<string, string>>
  /** How long tokens stay at deposit addresses. Without it they are not swept, which makes deposits easier to count. */
  sweepAfterSeconds?: number
  signer?: Readonly<{ url: string; token: string }>
  payer?: Readonly<{ url: string; tokens: PayerTokens }>
  /** Whether scenarios may control the simulators. Set it only if nothing else controls them. */
  hasSandbox?: boolean
}>

/** Returns the environment of the server's processes, which `server/src/config/` reads. */
export function serverEnvironment(places: ServerPlaces): Record<string, string> {
  return {
    DATABASE_URL_MIGRATE: places.databaseUrl('postgres'),
    DATABASE_URL_OWNER: places.databaseUrl('afara_owner'),
    DATABASE_URL_API: places.databaseUrl('afara_api'),
    DATABASE_URL_WORKER: places.databaseUrl('afara_worker'),
    DATABASE_URL_SEALER: places.databaseUrl('afara_sealer'),
    DATABASE_URL_RECONCILER: places.databaseUrl('afara_reconciler'),
    DATABASE_URL_PEOPLE: places.databaseUrl('afara_people'),
    RESTATE_INGRESS_URL: places.restateIngressUrl,
    RESTATE_IDENTITY_KEYS: REQUEST_PUBLIC_KEY,
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
    ...(places.workerManagementPort !== undefined && {
      WORKER_MANAGEMENT_HOST: '127.0.0.1',
      WORKER_MANAGEMENT_PORT: String(places.workerManagementPort),
    }),
    ...(places.peopleManagementPort !== undefined && {
      PEOPLE_MANAGEMENT_HOST: '127.0.0.1',
      PEOPLE_MANAGEMENT_PORT: String(places.peopleManagementPort),
    }),
    ...(places.reconcilerPort !== undefined && {
      RECONCILER_HOST: '127.0.0.1',
      RECONCILER_PORT: String(places.reconcilerPort),
    }),
    CELL: 'dev',
    PEOPLE_ORIGIN: testRelyingParty.origin,
    ...(places.peoplePort !== undefined && people(places.peoplePort)),
    ...(places.consolePort !== undefined && consoleAt(places.consolePort)),
    KEY_PEPPERS: places.keyPeppers,
    SEAL_HEAD_FILE: places.sealHeadFile,
    SANCTIONS_FOLDER,
    // Encrypts only the secrets of endpoints on this machine.
    WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 'a stack of ours').toString('base64'),
    WEBHOOK_ALLOW_LOOPBACK: 'test',
    // Encrypts only links to this machine.
    MAIL_SECRETS_KEY: Buffer.alloc(32, 'mail of our own').toString('base64'),
    // Encrypts only the secrets of codes for this machine.
    TOTP_SECRETS_KEY: Buffer.alloc(32, 'codes of our own').toString('base64'),
    // Encrypt only identities of invented people.
    CUSTOMER_IDENTITY_KEYS: `1:${Buffer.alloc(32, 'customers of ours').toString('base64')}`,
    BUSINESS_IDENTITY_KEYS: `1:${Buffer.alloc(32, 'businesses of ours').toString('base64')}`,
    ...tokenKeys,
    ...(places.pagesFolder !== undefined && { PAGES_FOLDER: places.pagesFolder }),
    ...(places.smtpPort !== undefined && mail(places.smtpPort)),
    // A stack runs under heavy load without refills, so a low float must not raise an alert.
    FLOAT_RUNWAY_MINUTES: '1',
    ...(places.ratesUrl === undefined ? {} : rateSources(places.ratesUrl)),
    ...(places.bankUrl === undefined ? {} : bankVendors(places.bankUrl)),
    ...chains(places.chainUrls ?? {}),
    ...solana(places.chainUrls?.Solana),
    ...stellar(places.chainUrls?.Stellar),
    ...(places.sweepAfterSeconds !== undefined && sweeps(places.sweepAfterSeconds)),
    ...(places.hasSandbox === true && sandbox(places)),
    ...(places.signer && {
      SIGNER_URL: places.signer.url,
      SIGNER_TOKEN: places.signer.token,
      SIGNER_TOKEN_PEOPLE: peopleTokenOf(places.signer.token),
      SIGNER_TOKEN_RECONCILER: reconcilerTokenOf(places.signer.token),
    }),
    ...(places.payer && {
      PAYER_URL: places.payer.url,
      PAYER_TOKEN: places.payer.tokens.worker,
      PAYER_TOKEN_API: places.payer.tokens.api,
      PAYER_TOKEN_RECONCILER: reconcilerTokenOf(places.payer.tokens.worker),
    }),
  }
}

/** Signs only tokens for this machine. */
const tokenKeys = {
  TENANT_TOKEN_KEY: 'MC4CAQAwBQYDK2VwBCIEINzcej8JDTnOByB8r7BROpaok1hdBHy5SUXjBpXYIUKg',
  TENANT_TOKEN_PUBLIC_KEY: 'MCowBQYDK2VwAyEAwMAxUybzZQL8RPV91Ry0PSs8liR05hE1Hxp+0yc5NQw=',
}

/** A port of its own makes an origin of its own. */
function consoleAt(port: number): Record<string, string> {
  return {
    CONSOLE_HOST: '127.0.0.1',
    CONSOLE_PORT: String(port),
    CONSOLE_ORIGIN: `http://localhost:${port}`,
  }
}

/** Browsers offer passkeys to localhost, and not to an address. */
function people(port: number): Record<string, string> {
  return {
    PEOPLE_HOST: '127.0.0.1',
    PEOPLE_PORT: String(port),
    PEOPLE_ORIGIN: `http://localhost:${port}`,
  }
}

function mail(port: number): Record<string, string> {
  return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'afara@afara.test' }
}

/** An invented person on the list above. */
const LISTED_NAME = 'OLUWADARE CHUKWUDALU ZANGOMA-BIRI'

/** Banks report reversals and returns only in their lists, so the lists are read more often than usual. */
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
      // Deposit addresses are computed without a chain.
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

/** On Solana a deposit address is derived from the sweeper, so there are none without a sweeper. */
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
    RATES_COINGECKO_URL: `${url}/coingecko`,
  }
}

/** Credentials that are valid only in the simulator. */
export function bankVendors(url: string): Record<string, string> {
  return {
    BANK_TEST_MONNIFY_URL: `${url}/monnify`,
    BANK_TEST_MONNIFY_API_KEY: 'MK_TEST_SIMULATED',
    BANK_TEST_MONNIFY_SECRET: 'simulated_monnify_secret_1',
    BANK_TEST_MONNIFY_CONTRACT_CODE: '7059707855',
    BANK_TEST_MONNIFY_POOL: '0000000006',
    BANK_TEST_PROVIDUS_POOL: '0000000007',
    BANK_TEST_PROVIDUS_URL: `${url}/providus`,
    BANK_TEST_PROVIDUS_CLIENT_ID: 'c2ltdWxhdGVkX2NsaWVudA==',
    BANK_TEST_PROVIDUS_SECRET: 'simulated_providus_secret_1',
    BANK_TEST_PAYSTACK_URL: `${url}/paystack`,
    BANK_TEST_PAYSTACK_SECRET_KEY: 'sk_test_simulated_1',
    BANK_TEST_KORA_URL: `${url}/kora`,
    BANK_TEST_KORA_SECRET_KEY: 'sk_test_kora_1',
    BANK_TEST_KORA_ACCOUNTS: '0000000004',
    BANK_POLL_SECONDS: '2',
  }
}

/** Returns the notification URL of each vendor of the simulator. */
export function hookUrlsAt(apiUrl: string) {
  return {
    monnify: `${apiUrl}/hooks/v1/test/monnify`,
    providus: `${apiUrl}/hooks/v1/test/providus`,
    paystack: `${apiUrl}/hooks/v1/test/paystack`,
    kora: `${apiUrl}/hooks/v1/test/kora`,
  }
}
