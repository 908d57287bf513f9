import { given, port, token, url, type VaultSetting } from '../shared/read-settings.ts'

const inModule = ['SIGNER_PKCS11_MODULE', 'SIGNER_PKCS11_TOKEN', 'SIGNER_PKCS11_PIN_FILE']
// Some of them without the others would be a mistake.
export const pkcs11Settings = {
  SIGNER_PKCS11_MODULE: { form: given, isOptional: true, neededWith: inModule, meaning: 'library of a hardware module' },
  SIGNER_PKCS11_TOKEN: { form: given, isOptional: true, neededWith: inModule, meaning: 'label of its token' },
  SIGNER_PKCS11_PIN_FILE: { form: given, isOptional: true, neededWith: inModule, meaning: 'file of its PIN' },
} satisfies Record<string, VaultSetting>

export const signerSettings = {
  SIGNER_HOST: { form: given, meaning: 'address of its listener, which speaks plain HTTP: private network only' },
  SIGNER_PORT: { form: port, meaning: 'its port' },
  SIGNER_TOKEN: { form: token, isSecret: true, meaning: 'requests signatures; the worker has the same' },
  SIGNER_TOKEN_PEOPLE: { form: token, isSecret: true, meaning: 'only reads what was signed; the people process has the same' },
  SIGNER_TOKEN_RECONCILER: { form: token, isSecret: true, meaning: 'only asks which decisions nobody signed; the reconciler has the same' },
  SIGNER_TOKEN_METRICS: { form: token, isOptional: true, isSecret: true, meaning: 'only reads [metrics](monitoring.md), for Prometheus. Without it nobody can' },
  DATABASE_URL_SIGNER: { form: url, isSecret: true, meaning: 'as `afara_signer`, on the primary' },
  SIGNER_JOURNAL_FILE: { form: given, meaning: 'on its own disk' },
  SIGNER_JOURNAL_COPY: { form: given, isOptional: true, meaning: '[a second place](backups.md#journals) for its records: a file on a mount of another machine' },
  SIGNER_POLICY_FILE: { form: given, meaning: '[the policy](vault-files.md#signer-policy), read at start' },
  SIGNER_KEY_FILE: { form: given, meaning: '[where each key is](../../vault/README.md#where-its-keys-are), read at start' },
  SIGNER_OPERATORS_FILE: { form: given, meaning: 'the people whose decisions count; read again when it changes' },
  SIGNER_KILL_FILE: { form: given, meaning: 'while it exists nothing is signed, not even a cancel' },
  SIGNER_BANKS_FILE: { form: given, isOptional: true, meaning: 'read-only access to the banks, required if the policy sets `ask_above_minor`; [format](vault-files.md#banks-of-the-signer)' },
  ...pkcs11Settings,
} satisfies Record<string, VaultSetting>
