import {
  type Environment,
  type Listener,
  readBaseUrl,
  readListener,
  readNetworks,
  readUrl,
  refuseSetting,
} from './setting.ts'

export type PeopleConfig = Readonly<{
  people: Listener
  /** Networks whose proxies are trusted to name the caller's address. Without any, the peer of the socket is the caller. */
  trustedProxies: readonly string[]
  /** The site at which people sign in. Passkeys belong to its host name, so a change of it needs new passkeys. */
  relyingParty: Readonly<{ id: string; origin: string }>
  /** Public URL of the API, which serves the page that explains errors. */
  docsUrl: string
  databaseUrl: string
}>

/** Reads only the settings of the people process, so that it holds no password of another process. */
export function readPeopleConfig(env: Environment): PeopleConfig {
  return Object.freeze({
    people: readListener(env, 'PEOPLE'),
    trustedProxies: readNetworks(env, 'TRUSTED_PROXIES'),
    relyingParty: readRelyingParty(env),
    docsUrl: readBaseUrl(env, 'API_PUBLIC_URL'),
    databaseUrl: readUrl(env, 'DATABASE_URL_PEOPLE'),
  })
}

/** Browsers offer passkeys only to sites with https, and to localhost. */
function readRelyingParty(env: Environment): PeopleConfig['relyingParty'] {
  const url = new URL(readUrl(env, 'PEOPLE_ORIGIN'))
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
  const isOrigin = url.origin === readBaseUrl(env, 'PEOPLE_ORIGIN')
  if (!isAllowed || !isOrigin) {
    refuseSetting('PEOPLE_ORIGIN', 'an origin such as https://people.example.ng, or http://localhost:8084')
  }
  return { id: url.hostname, origin: url.origin }
}
