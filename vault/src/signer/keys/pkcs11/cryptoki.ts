import type { PKCS11 } from 'pkcs11js'
import type { Curve } from '../key.ts'

export type Cryptoki = PKCS11

// Numbers of the standard. Those of ed25519 are of its third edition, which the library that we call does not name yet.
export const CKR_CRYPTOKI_ALREADY_INITIALIZED = 0x191
export const CKR_USER_ALREADY_LOGGED_IN = 0x100
export const CKF_OS_LOCKING_OK = 0x2
export const CKF_RW_SESSION = 0x2
export const CKF_SERIAL_SESSION = 0x4
export const CKU_USER = 1
export const CKO_PUBLIC_KEY = 2
export const CKO_PRIVATE_KEY = 3
const CKK_EC = 0x3
const CKK_EC_EDWARDS = 0x40
export const CKM_EC_KEY_PAIR_GEN = 0x1040
const CKM_ECDSA = 0x1041
const CKM_EC_EDWARDS_KEY_PAIR_GEN = 0x1055
const CKM_EDDSA = 0x1057
export const CKM_AES_KEY_GEN = 0x1080
export const CKM_AES_KEY_WRAP_PAD = 0x210a
export const CKA_CLASS = 0x0
export const CKA_TOKEN = 0x1
export const CKA_PRIVATE = 0x2
export const CKA_LABEL = 0x3
export const CKA_VALUE = 0x11
export const CKA_KEY_TYPE = 0x100
export const CKA_ID = 0x102
export const CKA_SENSITIVE = 0x103
export const CKA_DECRYPT = 0x105
export const CKA_WRAP = 0x106
export const CKA_UNWRAP = 0x107
export const CKA_SIGN = 0x108
export const CKA_SIGN_RECOVER = 0x109
export const CKA_VERIFY = 0x10a
export const CKA_DERIVE = 0x10c
export const CKA_VALUE_LEN = 0x161
export const CKA_EXTRACTABLE = 0x162
export const CKA_NEVER_EXTRACTABLE = 0x164
export const CKA_ALWAYS_SENSITIVE = 0x165
export const CKA_EC_PARAMS = 0x180
export const CKA_EC_POINT = 0x181

/** Loads a module by its path. What speaks to it is compiled at the install and may be missing where no key is in a module. */
export async function loadCryptoki(path: string): Promise<Cryptoki> {
  const { PKCS11: Library } = await import('pkcs11js').catch((error: Error) => {
    throw new Error(`pkcs11js is not installed here (npm rebuild pkcs11js): ${error.message}`, {
      cause: error,
    })
  })
  const cryptoki = new Library()
  try {
    cryptoki.load(path)
  } catch (error) {
    throw new Error(`the module ${path} cannot be loaded: ${(error as Error).message}`, { cause: error })
  }
  return cryptoki
}

/** The number with which a module refused, if that is what it was. Some calls of the library tell it in their message only. */
export function codeOf(error: unknown): number | undefined {
  const { name, code, message } = error as Readonly<{ name?: string; code?: number; message?: string }>
  if (name === 'Pkcs11Error') return code
  const told = /^CKR_\w+:(\d+)/.exec(message ?? '')?.[1]
  return told === undefined ? undefined : Number(told)
}

type ModuleCurve = Readonly<{
  keyType: number
  /** How modules name the curve, in DER. The first is what a new key is asked for with. */
  names: readonly string[]
  make: number
  sign: number
  pointBytes: number
}>

/** What a module calls our curves. */
export const moduleCurves: Readonly<Record<Curve, ModuleCurve>> = {
  secp256k1: {
    keyType: CKK_EC,
    names: ['06052b8104000a'],
    make: CKM_EC_KEY_PAIR_GEN,
    sign: CKM_ECDSA,
    pointBytes: 65,
  },
  ed25519: {
    keyType: CKK_EC_EDWARDS,
    // The words "edwards25519", and the number of the curve, which some modules answer with.
    names: ['130c656477617264733235353139', '06032b6570'],
    make: CKM_EC_EDWARDS_KEY_PAIR_GEN,
    sign: CKM_EDDSA,
    pointBytes: 32,
  },
}
