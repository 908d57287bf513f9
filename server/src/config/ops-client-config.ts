import { homedir } from 'node:os'
import { join } from 'node:path'
import type { OpsClientConfig } from '../entry/ops-client/client.ts'
import { type Environment, isSet, readBaseUrl, refuseSetting } from './setting.ts'

/** Reads the settings of a terminal. It has no password: the operator signs in with a passkey. */
export function readOpsClientConfig(env: Environment): OpsClientConfig {
  if (!isSet(env, 'PEOPLE_URL') && !isSet(env, 'PEOPLE_ORIGIN')) {
    refuseSetting('PEOPLE_URL', 'the URL of the people process, such as https://people.example.ng')
  }
  const url = readBaseUrl(env, isSet(env, 'PEOPLE_URL') ? 'PEOPLE_URL' : 'PEOPLE_ORIGIN')
  const origin = isSet(env, 'PEOPLE_ORIGIN') ? readBaseUrl(env, 'PEOPLE_ORIGIN') : new URL(url).origin
  const folder = isSet(env, 'XDG_CONFIG_HOME') ? String(env.XDG_CONFIG_HOME) : join(homedir(), '.config')
  return Object.freeze({
    url,
    origin,
    authenticator: isSet(env, 'AFARA_AUTHENTICATOR') ? env.AFARA_AUTHENTICATOR : undefined,
    sessionFile: join(folder, 'afara', 'sessions.json'),
    sessionName: [url, ...(isSet(env, 'AFARA_OPERATOR') ? [env.AFARA_OPERATOR] : [])].join(' '),
  })
}
