import type { KeyObject } from 'node:crypto'
import type { Keyring } from '../kernel/keyring.ts'
import type { DurabilityDemands } from '../kernel/postgres/require-durable.ts'
import type { RelyingParty } from '../records/decisions/sign-decision.ts'
import {
  type ChainsConfig,
  type KnownAddressesConfig,
  readChainsConfig,
  readKnownAddressesConfig,
} from './chains-config.ts'
import { readSettings, type Settings } from './read-settings.ts'
import type { Environment, Listener } from './setting.ts'
import {
  type KeyConfig,
  readDurability,
  readKeyConfig,
  readManagement,
  readPayerConfig,
  readSignerConfig,
  type VaultConfig,
} from './shared-config.ts'

export type PeopleConfig = KeyConfig &
  Readonly<{
    people: Listener
    /** For operators only: metrics and health. */
    management?: Listener | undefined
    /** The collector of traces. Without it nothing is traced. */
    tracesUrl?: string | undefined
    /** The operators' console: where it listens, and the site at which operators sign in there. Without it there is no console. */
    console: Readonly<{ listener: Listener; relyingParty: RelyingParty }> | undefined
    /** Networks whose proxies are trusted to name the caller's address. Without any, the peer of the socket is the caller. */
    trustedProxies: readonly string[]
    /** The site at which people sign in. Passkeys belong to its host name, so a change of it needs new passkeys. */
    relyingParty: RelyingParty
    /** Public URL of the API, which serves the page that explains errors. */
    docsUrl: string
    databaseUrl: string
    /** What PostgreSQL must promise before anything is started. */
    durability: DurabilityDemands
    /** Signs the tokens with which members call the API from the dashboard. Without it there is no dashboard. */
    tokenKey: KeyObject | undefined
    /** The folder of the pages that `npm run build:pages` built. Without it there is no dashboard. */
    pagesFolder: string | undefined
    /** Our addresses, which nobody may name as their wallet. */
    knownAddresses: KnownAddressesConfig
    /** Encrypts the secrets of members' codes. No other process has it: the worker, which can read links, cannot make codes. */
    totpKey: Buffer
    /** Encrypts the identity references and documents of go-live files, and the files of cases. No other process can read them. */
    businessKeys: Keyring
    /** What commands compare with the books after a restore. */
    chains: ChainsConfig
    /** Its journal shows what was sent, even if the database has lost it. */
    signer: VaultConfig | undefined
    /** The process that asks banks for the names on accounts. Without it, no beneficiary can be added and no business can go live. */
    payer: VaultConfig | undefined
    /** Encrypts the links in mail until the worker has sent them. */
    mailKey: Buffer
  }>

/** Reads only the settings of the people process, so that it holds no password of another process. */
export function readPeopleConfig(env: Environment): PeopleConfig {
  const settings = readSettings(env, 'people')
  const { find, get } = settings
  const { hostname: id, origin } = get('PEOPLE_ORIGIN')
  return Object.freeze({
    people: { host: get('PEOPLE_HOST'), port: get('PEOPLE_PORT') },
    management: readManagement(settings, 'PEOPLE'),
    tracesUrl: find('OTEL_EXPORTER_OTLP_ENDPOINT'),
    console: readConsole(settings, id),
    trustedProxies: find('TRUSTED_PROXIES') ?? [],
    relyingParty: { id, origin },
    docsUrl: get('API_PUBLIC_URL'),
    databaseUrl: get('DATABASE_URL_PEOPLE'),
    durability: readDurability(settings, env),
    tokenKey: find('TENANT_TOKEN_KEY'),
    totpKey: get('TOTP_SECRETS_KEY'),
    businessKeys: get('BUSINESS_IDENTITY_KEYS'),
    pagesFolder: find('PAGES_FOLDER'),
    knownAddresses: readKnownAddressesConfig(settings),
    chains: readChainsConfig(settings),
    signer: readSignerConfig(settings, 'SIGNER_TOKEN_PEOPLE'),
    payer: readPayerConfig(settings, 'PAYER_TOKEN_API'),
    mailKey: get('MAIL_SECRETS_KEY'),
    ...readKeyConfig(settings),
  })
}

/** The passkeys of the console are those of PEOPLE_ORIGIN. */
function readConsole({ find, get }: Settings, id: string): PeopleConfig['console'] {
  const site = find('CONSOLE_ORIGIN')
  return (
    site && {
      listener: { host: get('CONSOLE_HOST'), port: get('CONSOLE_PORT') },
      relyingParty: { id, origin: site.origin },
    }
  )
}
