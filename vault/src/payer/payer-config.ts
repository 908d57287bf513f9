import { refuseSetting, textSetting } from '../shared/setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type PayerConfig = Readonly<{
  host: string
  port: number
  /** What the worker must show, who asks for payments. */
  workerToken: string
  /** What the api must show, who asks for names and has notifications verified. */
  apiToken: string
  databaseUrl: string
  journalFile: string
  policyFile: string
  credentialsFile: string
  /** While this file is there, nothing is sent. */
  killFile: string
  /** A node of the payer's own for a network, by the name of the setting: `PAYER_NODE_<MODE>_<NETWORK>_URL`. */
  nodeUrls: Readonly<Record<string, string>>
}>

export function readPayerConfig(env: Environment): PayerConfig {
  const text = (name: string): string => textSetting(env, name)
  const token = (name: string): string =>
    text(name).length >= 16 ? text(name) : refuseSetting(name, 'at least 16 characters')
  const port = text('PAYER_PORT')
  const workerToken = token('PAYER_TOKEN_WORKER')
  const apiToken = token('PAYER_TOKEN_API')
  return Object.freeze({
    host: text('PAYER_HOST'),
    port:
      /^[0-9]{1,5}$/.test(port) && Number(port) <= 65_535
        ? Number(port)
        : refuseSetting('PAYER_PORT', 'a port number'),
    workerToken,
    apiToken: apiToken === workerToken ? refuseSetting('PAYER_TOKEN_API', 'another value') : apiToken,
    databaseUrl: URL.canParse(text('DATABASE_URL_PAYER'))
      ? text('DATABASE_URL_PAYER')
      : refuseSetting('DATABASE_URL_PAYER', 'a URL'),
    journalFile: text('PAYER_JOURNAL_FILE'),
    policyFile: text('PAYER_POLICY_FILE'),
    credentialsFile: text('PAYER_CREDENTIALS_FILE'),
    killFile: text('PAYER_KILL_FILE'),
    nodeUrls: readNodeUrls(env),
  })
}

function readNodeUrls(env: Environment): PayerConfig['nodeUrls'] {
  const given = Object.entries(env).flatMap(([name, url]) =>
    /^PAYER_NODE_(?:LIVE|TEST)_[A-Z]+_URL$/.test(name) && url ? [[name, url] as const] : [],
  )
  const odd = given.find(([, url]) => !URL.canParse(url))
  if (odd !== undefined) refuseSetting(odd[0], 'a URL')
  return Object.fromEntries(given)
}
