import { type Environment, readSettings } from '../shared/read-settings.ts'
import type { Pkcs11Settings } from './keys/pkcs11/token.ts'
import { pkcs11Settings, signerSettings } from './signer-settings.ts'

/** Throws if settings are missing or wrong, and names each of them. */
export function readSignerConfig(env: Environment) {
  const values = readSettings('signer', env, signerSettings)
  return Object.freeze({
    host: values.SIGNER_HOST,
    port: Number(values.SIGNER_PORT),
    databaseUrl: values.DATABASE_URL_SIGNER,
    journalFile: values.SIGNER_JOURNAL_FILE,
    /** A second place for its records. Undefined: none. */
    journalCopy: values.SIGNER_JOURNAL_COPY,
    policyFile: values.SIGNER_POLICY_FILE,
    /** The people whose signed decisions count. */
    operatorsFile: values.SIGNER_OPERATORS_FILE,
    /** While this file exists, nothing is signed. */
    killFile: values.SIGNER_KILL_FILE,
    /** Token of the worker, which requests signatures. */
    token: values.SIGNER_TOKEN,
    /** Token of the people process, which reads what was signed and gets no signature. */
    peopleToken: values.SIGNER_TOKEN_PEOPLE,
    /** Token of the reconciler, which asks which decisions nobody signed. */
    reconcilerToken: values.SIGNER_TOKEN_RECONCILER,
    /** Token of Prometheus, which reads metrics and nothing else. Undefined: nobody reads them. */
    metricsToken: values.SIGNER_TOKEN_METRICS,
    keyFile: values.SIGNER_KEY_FILE,
    /** How to ask our banks about credits. Undefined: the policy must not require it. */
    banksFile: values.SIGNER_BANKS_FILE,
    /** Location of the keys in a module, if one is used. */
    pkcs11: pkcs11Of(values),
  })
}

export function readPkcs11Settings(env: Environment): Pkcs11Settings | undefined {
  return pkcs11Of(readSettings('keys', env, pkcs11Settings))
}

function pkcs11Of(
  values: Readonly<Record<keyof typeof pkcs11Settings, string | undefined>>,
): Pkcs11Settings | undefined {
  const { SIGNER_PKCS11_MODULE: module, SIGNER_PKCS11_TOKEN: token, SIGNER_PKCS11_PIN_FILE: pinFile } = values
  return module && token && pinFile ? { module, token, pinFile } : undefined
}
