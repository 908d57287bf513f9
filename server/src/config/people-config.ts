import type { KeyObject } from 'node:crypto'
import type { RelyingParty } from '../records/decisions/sign-decision.ts'
import {
  type ChainsConfig,
  type KnownAddressesConfig,
  readChainsConfig,
  readKnownAddressesConfig,
} from './chains-config.ts'
import {
  type Environment,
  isSet,
  type Listener,
  readBaseUrl,
  readListener,
  readNetworks,
  readText,
  readUrl,
} from './setting.ts'
import {
  type KeyConfig,
  readConsoleParty,
  readKeyConfig,
  readPayerConfig,
  readRelyingParty,
  readSecretKey,
  readSignerConfig,
  readTokenKey,
  type VaultConfig,
} from './shared-config.ts'

export type PeopleConfig = KeyConfig &
  Readonly<{
    people: Listener
    /** The operators' console: where it listens, and the site at which operators sign in there. Without it there is no console. */
    console: Readonly<{ listener: Listener; relyingParty: RelyingParty }> | undefined
    /** Networks whose proxies are trusted to name the caller's address. Without any, the peer of the socket is the caller. */
    trustedProxies: readonly string[]
    /** The site at which people sign in. Passkeys belong to its host name, so a change of it needs new passkeys. */
    relyingParty: RelyingParty
    /** Public URL of the API, which serves the page that explains errors. */
    docsUrl: string
    databaseUrl: string
    /** Signs the tokens with which members call the API from the dashboard. Without it there is no dashboard. */
    tokenKey: KeyObject | undefined
    /** The folder of the pages that `npm run build:pages` built. Without it there is no dashboard. */
    pagesFolder: string | undefined
    /** Our addresses, which nobody may name as their wallet. */
    knownAddresses: KnownAddressesConfig
    /** Encrypts the secrets of members' codes. No other process has it: the worker, which can read links, cannot make codes. */
    totpKey: Buffer
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
  return Object.freeze({
    people: readListener(env, 'PEOPLE'),
    console: isSet(env, 'CONSOLE_ORIGIN')
      ? { listener: readListener(env, 'CONSOLE'), relyingParty: readConsoleParty(env) }
      : undefined,
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES'),
    relyingParty: readRelyingParty(env),
    docsUrl: readBaseUrl(env, 'API_PUBLIC_URL'),
    databaseUrl: readUrl(env, 'DATABASE_URL_PEOPLE'),
    tokenKey: readTokenKey(env),
    totpKey: readSecretKey(env, 'TOTP_SECRETS_KEY'),
    pagesFolder: isSet(env, 'PAGES_FOLDER') ? readText(env, 'PAGES_FOLDER') : undefined,
    knownAddresses: readKnownAddressesConfig(env),
    chains: readChainsConfig(env),
    signer: readSignerConfig(env, 'SIGNER_TOKEN_PEOPLE'),
    payer: readPayerConfig(env, 'PAYER_TOKEN_API'),
    mailKey: readSecretKey(env, 'MAIL_SECRETS_KEY'),
    ...readKeyConfig(env),
  })
}
