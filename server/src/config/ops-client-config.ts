import { homedir } from 'node:os'
import { join } from 'node:path'
import type { OpsClientConfig } from '../entry/ops-client/client.ts'
import { readSettings, refuseSettings } from './read-settings.ts'
import type { Environment } from './setting.ts'

/** Reads the settings of a terminal. It has no password: the operator signs in with a passkey. */
export function readOpsClientConfig(env: Environment): OpsClientConfig {
  const { find } = readSettings(env, 'ops')
  const people = find('PEOPLE_ORIGIN')?.origin
  const url = find('PEOPLE_URL') ?? people
  if (url === undefined)
    return refuseSettings('ops', [
      'set PEOPLE_URL to the URL of the people process, such as https://people.example.ng',
    ])
  const operator = find('AFARA_OPERATOR')
  return Object.freeze({
    url,
    origin: people ?? new URL(url).origin,
    authenticator: find('AFARA_AUTHENTICATOR'),
    sessionFile: join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'afara', 'sessions.json'),
    sessionName: operator === undefined ? url : `${url} ${operator}`,
  })
}
