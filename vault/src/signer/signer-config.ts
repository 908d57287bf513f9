import { refuseSetting, textSetting } from '../shared/setting.ts'
import type { Pkcs11Settings } from './keys/pkcs11/token.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type SignerConfig = Readonly<{
  host: string
  port: number
  /** What whoever asks for a signature must show. */
  token: string
  databaseUrl: string
  journalFile: string
  policyFile: string
  keyFile: string
  /** Where keys are that a module holds, if one does. */
  pkcs11: Pkcs11Settings | undefined
  /** While this file is there, nothing is signed. */
  killFile: string
}>

/** A setting that is missing or wrong stops the process before it begins, and the message names it. */
export function readSignerConfig(env: Environment): SignerConfig {
  const text = (name: string): string => textSetting(env, name)
  const token = text('SIGNER_TOKEN')
  const port = text('SIGNER_PORT')
  return Object.freeze({
    host: text('SIGNER_HOST'),
    port:
      /^[0-9]{1,5}$/.test(port) && Number(port) <= 65_535
        ? Number(port)
        : refuseSetting('SIGNER_PORT', 'a port number'),
    token: token.length >= 16 ? token : refuseSetting('SIGNER_TOKEN', 'at least 16 characters'),
    databaseUrl: URL.canParse(text('DATABASE_URL_SIGNER'))
      ? text('DATABASE_URL_SIGNER')
      : refuseSetting('DATABASE_URL_SIGNER', 'a URL'),
    journalFile: text('SIGNER_JOURNAL_FILE'),
    policyFile: text('SIGNER_POLICY_FILE'),
    keyFile: text('SIGNER_KEY_FILE'),
    pkcs11: readPkcs11Settings(env),
    killFile: text('SIGNER_KILL_FILE'),
  })
}

/** All of its settings or none: half of them would be a module that is there by mistake. */
export function readPkcs11Settings(env: Environment): Pkcs11Settings | undefined {
  const names = ['SIGNER_PKCS11_MODULE', 'SIGNER_PKCS11_TOKEN', 'SIGNER_PKCS11_PIN_FILE'] as const
  if (names.every((name) => !env[name])) return undefined
  const [module, token, pinFile] = [
    textSetting(env, names[0]),
    textSetting(env, names[1]),
    textSetting(env, names[2]),
  ]
  return { module, token, pinFile }
}
