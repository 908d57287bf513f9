import { type Environment, readProcessSettings, textSetting, tokenSetting } from '../shared/settings.ts'
import type { Pkcs11Settings } from './keys/pkcs11/token.ts'

/** A setting that is missing or wrong stops the process before it begins, and the message names it. */
export function readSignerConfig(env: Environment) {
  return Object.freeze({
    ...readProcessSettings(env, 'SIGNER'),
    /** The token that a caller must show for a signature. */
    token: tokenSetting(env, 'SIGNER_TOKEN'),
    keyFile: textSetting(env, 'SIGNER_KEY_FILE'),
    /** Where keys are that a module holds, if one does. */
    pkcs11: readPkcs11Settings(env),
  })
}

/** All of its settings or none: half of them would be a module that is there by mistake. */
export function readPkcs11Settings(env: Environment): Pkcs11Settings | undefined {
  const names = ['SIGNER_PKCS11_MODULE', 'SIGNER_PKCS11_TOKEN', 'SIGNER_PKCS11_PIN_FILE'] as const
  if (names.every((name) => !env[name])) return undefined
  return {
    module: textSetting(env, names[0]),
    token: textSetting(env, names[1]),
    pinFile: textSetting(env, names[2]),
  }
}
