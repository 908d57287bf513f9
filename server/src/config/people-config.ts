import type { RelyingParty } from '../records/decisions/sign-decision.ts'
import {
  type ChainsConfig,
  type KnownAddressesConfig,
  readChainsConfig,
  readKnownAddressesConfig,
} from './chains-config.ts'
import {
  type Environment,
  type Listener,
  readBaseUrl,
  readListener,
  readNetworks,
  readUrl,
} from './setting.ts'
import {
  type KeyConfig,
  readKeyConfig,
  readRelyingParty,
  readSignerConfig,
  type VaultConfig,
} from './shared-config.ts'

export type PeopleConfig = KeyConfig &
  Readonly<{
    people: Listener
    /** Networks whose proxies are trusted to name the caller's address. Without any, the peer of the socket is the caller. */
    trustedProxies: readonly string[]
    /** The site at which people sign in. Passkeys belong to its host name, so a change of it needs new passkeys. */
    relyingParty: RelyingParty
    /** Public URL of the API, which serves the page that explains errors. */
    docsUrl: string
    databaseUrl: string
    /** Our addresses, which nobody may name as their wallet. */
    knownAddresses: KnownAddressesConfig
    /** What commands compare with the books after a restore. */
    chains: ChainsConfig
    /** Its journal shows what was sent, even if the database has lost it. */
    signer: VaultConfig | undefined
  }>

/** Reads only the settings of the people process, so that it holds no password of another process. */
export function readPeopleConfig(env: Environment): PeopleConfig {
  return Object.freeze({
    people: readListener(env, 'PEOPLE'),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES'),
    relyingParty: readRelyingParty(env),
    docsUrl: readBaseUrl(env, 'API_PUBLIC_URL'),
    databaseUrl: readUrl(env, 'DATABASE_URL_PEOPLE'),
    knownAddresses: readKnownAddressesConfig(env),
    chains: readChainsConfig(env),
    signer: readSignerConfig(env, 'SIGNER_TOKEN_PEOPLE'),
    ...readKeyConfig(env),
  })
}
