import { type Environment, readSettings, type VaultSetting } from '../shared/read-settings.ts'
import { createJournalKeys, type JournalKeys } from './journal/journal-keys.ts'
import { ANY_NODE, payerSettings } from './payer-settings.ts'

/** Throws if settings are missing or wrong, and names each of them. */
export function readPayerConfig(env: Environment) {
  const nodes = Object.keys(env).filter((name) => /^PAYER_NODE_(?:LIVE|TEST)_[A-Z]+_URL$/.test(name))
  const nodeRows: Record<string, VaultSetting> = Object.fromEntries(
    nodes.map((name) => [name, payerSettings[ANY_NODE]]),
  )
  const values = readSettings('payer', env, { ...nodeRows, ...payerSettings })
  return Object.freeze({
    host: values.PAYER_HOST,
    port: Number(values.PAYER_PORT),
    databaseUrl: values.DATABASE_URL_PAYER,
    journalFile: values.PAYER_JOURNAL_FILE,
    /** A second place for its records. Undefined: none. */
    journalCopy: values.PAYER_JOURNAL_COPY,
    policyFile: values.PAYER_POLICY_FILE,
    /** The people whose signed decisions count. */
    operatorsFile: values.PAYER_OPERATORS_FILE,
    /** While this file exists, nothing is paid. */
    killFile: values.PAYER_KILL_FILE,
    /** Token of the worker, which orders payments. */
    workerToken: values.PAYER_TOKEN_WORKER,
    /** Token of the api, which requests account names and has notifications verified. */
    apiToken: values.PAYER_TOKEN_API,
    /** Token of the reconciler, which asks for balances, refused transfers and unsigned decisions. */
    reconcilerToken: values.PAYER_TOKEN_RECONCILER,
    /** Token of Prometheus, which reads metrics and nothing else. Undefined: nobody reads them. */
    metricsToken: values.PAYER_TOKEN_METRICS,
    /** Encrypt account numbers in the journal. */
    journalKeys: readJournalKeys(values.PAYER_JOURNAL_KEYS),
    credentialsFile: values.PAYER_CREDENTIALS_FILE,
    /** The URLs of the payer's own nodes, by the name of the setting. */
    nodeUrls: Object.fromEntries(nodes.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    /** Where vendors ask whether to pay. Undefined: nobody listens, so a vendor that asks refuses every transfer. */
    approvals: values.PAYER_APPROVAL_HOST
      ? { host: values.PAYER_APPROVAL_HOST, port: Number(values.PAYER_APPROVAL_PORT) }
      : undefined,
  })
}

function readJournalKeys(list: string): JournalKeys {
  const entries = list.split(',').map((part) => {
    const [number, key = ''] = part.trim().split(':')
    return [Number(number), Buffer.from(key, 'base64')] as const
  })
  return createJournalKeys(new Map(entries))
}
