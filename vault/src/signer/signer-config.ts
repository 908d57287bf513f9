import { type Environment, readProcessSettings, textSetting, tokenSetting } from '../shared/settings.ts'
import type { Pkcs11Settings } from './keys/pkcs11/token.ts'

/** Throws if a setting is missing or wrong, and names the setting. */
export function readSignerConfig(env: Environment) {
  return Object.freeze({
    ...readProcessSettings(env, 'SIGNER'),
    /** The token that a caller must show for a signature. */
    token: tokenSetting(env, 'SIGNER_TOKEN'),
    keyFile: textSetting(env, 'SIGNER_KEY_FILE'),
    /** Location of the keys in a module, if one is used. */
    pkcs11: readPkcs11Settings(env),
  })
}

/** Reads all settings of the module, or none. Some of them without the others would be a mistake. */
export function readPkcs11Settings(env: Environment): Pkcs11Settings | undefined {
  const names = ['SIGNER_PKCS11_MODULE', 'SIGNER_PKCS11_TOKEN', 'SIGNER_PKCS11_PIN_FILE'] as const
  if (names.every((name) => !env[name])) return undefined
  return {
    module: textSetting(env, names[0]),
    token: textSetting(env, names[1]),
    pinFile: textSetting(env, names[2]),
  }
}
