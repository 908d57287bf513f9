import {
  type Environment,
  portSetting,
  readProcessSettings,
  refuseSetting,
  textSetting,
  tokenSetting,
} from '../shared/settings.ts'

export function readPayerConfig(env: Environment) {
  const workerToken = tokenSetting(env, 'PAYER_TOKEN_WORKER')
  const apiToken = tokenSetting(env, 'PAYER_TOKEN_API')
  return Object.freeze({
    ...readProcessSettings(env, 'PAYER'),
    /** Token of the worker, which orders payments. */
    workerToken,
    /** Token of the api, which requests account names and has notifications verified. */
    apiToken:
      apiToken === workerToken
        ? refuseSetting('PAYER_TOKEN_API', 'another value than PAYER_TOKEN_WORKER')
        : apiToken,
    credentialsFile: textSetting(env, 'PAYER_CREDENTIALS_FILE'),
    nodeUrls: readNodeUrls(env),
    /** Where vendors ask whether to pay. Undefined: nobody listens, so a vendor that asks refuses every transfer. */
    approvals: readApprovalListener(env),
  })
}

function readApprovalListener(env: Environment): Readonly<{ host: string; port: number }> | undefined {
  if (!env['PAYER_APPROVAL_HOST'] && !env['PAYER_APPROVAL_PORT']) return undefined
  return { host: textSetting(env, 'PAYER_APPROVAL_HOST'), port: portSetting(env, 'PAYER_APPROVAL_PORT') }
}

/** Returns the URLs of the payer's own nodes, by the name of the setting: `PAYER_NODE_<MODE>_<NETWORK>_URL`. */
function readNodeUrls(env: Environment): Readonly<Record<string, string>> {
  const given = Object.entries(env).flatMap(([name, url]) =>
    /^PAYER_NODE_(?:LIVE|TEST)_[A-Z]+_URL$/.test(name) && url ? [[name, url] as const] : [],
  )
  const odd = given.find(([, url]) => !URL.canParse(url))
  if (odd !== undefined) refuseSetting(odd[0], 'a URL')
  return Object.fromEntries(given)
}
