import { given, keyList, port, token, url, type VaultSetting } from '../shared/read-settings.ts'

/** Stands for the setting of each mode and network. */
export const ANY_NODE = 'PAYER_NODE_<MODE>_<NETWORK>_URL'
const approvals = ['PAYER_APPROVAL_HOST', 'PAYER_APPROVAL_PORT']

export const payerSettings = {
  PAYER_HOST: { form: given, meaning: 'address of its listener, which speaks plain HTTP: private network only' },
  PAYER_PORT: { form: port, meaning: 'its port' },
  PAYER_TOKEN_WORKER: { form: token, isSecret: true, meaning: 'orders payments; the worker has the same as `PAYER_TOKEN`' },
  PAYER_TOKEN_API: { form: token, isSecret: true, meaning: 'requests account names and verifies notifications; the api and the people process have the same' },
  PAYER_TOKEN_RECONCILER: { form: token, isSecret: true, meaning: 'asks for balances, refused transfers and unsigned decisions; the reconciler has the same' },
  PAYER_TOKEN_METRICS: { form: token, isOptional: true, isSecret: true, meaning: 'only reads [metrics](monitoring.md), for Prometheus. Without it nobody can' },
  DATABASE_URL_PAYER: { form: url, isSecret: true, meaning: 'as `afara_payer`, on the primary' },
  PAYER_JOURNAL_FILE: { form: given, meaning: 'on its own disk, never restored to an older state' },
  PAYER_JOURNAL_COPY: { form: given, isOptional: true, meaning: '[a second place](backups.md#journals) for its records: a file on a mount of another machine' },
  PAYER_JOURNAL_KEYS: { form: keyList, isSecret: true, meaning: 'encrypt account numbers in the journal (`openssl rand -base64 32`). The highest number encrypts. Keep old keys for as long as the journal; if they are lost, [rebuild it](../runbooks/journal-lost.md)' },
  PAYER_POLICY_FILE: { form: given, meaning: '[the policy](vault-files.md), read at start' },
  PAYER_CREDENTIALS_FILE: { form: given, meaning: '[the credentials at vendors](vault-files.md), read at start' },
  PAYER_OPERATORS_FILE: { form: given, meaning: 'the people whose decisions count; read again when it changes' },
  PAYER_KILL_FILE: { form: given, meaning: 'while it exists nothing is sent or approved; banks are still queried' },
  PAYER_APPROVAL_HOST: { form: given, isOptional: true, neededWith: approvals, meaning: 'address of the listener for a vendor that [asks before it pays](payout-accounts.md#payout-accounts). Plain HTTP without a token: let a proxy show it to the vendor alone. Without it such a vendor rejects every transfer' },
  PAYER_APPROVAL_PORT: { form: port, isOptional: true, neededWith: approvals, meaning: 'its port' },
  [ANY_NODE]: { form: url, isOptional: true, meaning: "the payer's own node, if the policy sets `ask_above_minor`" },
} satisfies Record<string, VaultSetting>
