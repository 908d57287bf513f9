import {
  type Environment,
  readProcessSettings,
  refuseSetting,
  textSetting,
  tokenSetting,
} from '../shared/settings.ts'
import type { Pkcs11Settings } from './keys/pkcs11/token.ts'

/** Throws if a setting is missing or wrong, and names the setting. */
export function readSignerConfig(env: Environment) {
  const token = tokenSetting(env, 'SIGNER_TOKEN')
  const peopleToken = tokenSetting(env, 'SIGNER_TOKEN_PEOPLE')
  return Object.freeze({
    ...readProcessSettings(env, 'SIGNER'),
    /** Token of the worker, which requests signatures. */
    token,
    /** Token of the people process, which reads what was signed and gets no signature. */
    peopleToken:
      peopleToken === token
        ? refuseSetting('SIGNER_TOKEN_PEOPLE', 'another value than SIGNER_TOKEN')
        : peopleToken,
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
