import { generateKeyPairSync } from 'node:crypto'
import type { TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { pino } from 'pino'
import type { ApiConfig } from '../../src/config/api-config.ts'
import type { BanksConfig } from '../../src/config/shared-config.ts'
import { wireApi } from '../../src/wire/wire-api.ts'
import { testKeyring } from '../test-keyring.ts'

/** Signs the tokens of people in tests. */
export const tokenKeyPair = generateKeyPairSync('ed25519')

/** Key settings of the API tests. */
export const testKeys = { cell: 'test1', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }

// No vendor exists there and the secrets are unknown, so a notification that claims to come from there is forged.
const silent = {
  url: 'http://127.0.0.1:1',
  secrets: ['never told'],
  pool: undefined,
  hookNetworks: [],
  pace: { lookBackEveryMs: 300_000 },
} as const
const silentVendors = {
  monnify: { ...silent, apiKey: 'none', accountReferences: {}, contractCode: undefined },
  providus: { ...silent, clientId: 'none' },
  paystack: silent,
  kora: { ...silent, accounts: ['0000000004'] as const },
}
const silentBanks: BanksConfig = { live: silentVendors, test: silentVendors }

// Addresses are computed from it. No contract needs to exist.
const FACTORY = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'

const evmAddresses = {
  family: 'evm',
  tokens: [],
  channels: [],
  deposits: { factory: FACTORY, treasury: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', sweeper: undefined },
} as const
const testAddresses: ApiConfig['knownAddresses'] = {
  live: {},
  test: { Polygon: evmAddresses, Avalanche: evmAddresses },
}

/** Wires a real API on a test's database, without its listeners. */
export function wireTestApi(
  database: Pick<TestDatabase, 'url'>,
  settings: {
    trustedProxies?: readonly string[]
    banks?: BanksConfig
    payer?: ApiConfig['payer']
    knownAddresses?: ApiConfig['knownAddresses']
    chains?: ApiConfig['chains']
    cell?: string
    wake?: (transactionId: string) => void
    nudgeAccount?: (accountId: string) => void
  } = {},
): ReturnType<typeof wireApi> {
  const nowhere = { host: '127.0.0.1', port: 0 }
  const deps = wireApi({
    api: nowhere,
    otc: nowhere,
    management: nowhere,
    trustedProxies: settings.trustedProxies ?? [],
    drainMs: 0,
    publicUrl: 'https://api.afara.test',
    otcPublicUrl: 'https://otc.afara.test',
    durability: undefined,
    databaseUrl: database.url('afara_api'),
    // Restate is absent. Due objects stay in PostgreSQL.
    engineUrl: 'http://127.0.0.1:1',
    customerKeys: testKeyring,
    keys: { ...testKeys, cell: settings.cell ?? testKeys.cell },
    tokenKeys: [tokenKeyPair.publicKey],
    dashboardOrigin: 'http://localhost',
    banks: settings.banks ?? silentBanks,
    payer: settings.payer,
    knownAddresses: settings.knownAddresses ?? testAddresses,
    sandbox: undefined,
    webhooks: { secretsKey: Buffer.alloc(32, 9), allowLoopback: true },
    chains: settings.chains ?? { live: {}, test: {} },
    explorers: { live: {}, test: {} },
    issuer: {
      name: 'Afara Payments Limited',
      rcNumber: '0000002',
      address: null,
      contact: 'help@afara.test',
    },
  })
  return {
    ...deps,
    gate: { ...deps.gate, logRequest: () => {} },
    wake: settings.wake ?? (() => {}),
    nudgeAccount: settings.nudgeAccount ?? (() => {}),
    lookForPayment: () => {},
    logger: pino({ level: 'silent' }),
  }
}
