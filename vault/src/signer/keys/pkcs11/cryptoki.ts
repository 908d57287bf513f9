import type { PKCS11 } from 'pkcs11js'
import type { Curve } from '../key.ts'

export type Cryptoki = PKCS11

type ModuleCurve = Readonly<{
  keyType: number
  /** Names of the curve in modules, in DER. A new key is requested with the first. */
  names: readonly string[]
  make: number
  sign: number
  pointBytes: number
}>

// Numbers of the standard. Those of ed25519 are from its third edition, which our library does not define yet.
export const CKR = {
  ATTRIBUTE_TYPE_INVALID: 0x12,
  CRYPTOKI_ALREADY_INITIALIZED: 0x191,
  USER_ALREADY_LOGGED_IN: 0x100,
} as const

export const CKF = { OS_LOCKING_OK: 0x2, RW_SESSION: 0x2, SERIAL_SESSION: 0x4 } as const
export const CKU = { USER: 1 } as const
export const CKO = { PUBLIC_KEY: 2, PRIVATE_KEY: 3 } as const
const CKK = { EC: 0x3, EC_EDWARDS: 0x40 } as const

export const CKM = {
  EC_KEY_PAIR_GEN: 0x1040,
  ECDSA: 0x1041,
  EC_EDWARDS_KEY_PAIR_GEN: 0x1055,
  EDDSA: 0x1057,
  AES_KEY_GEN: 0x1080,
  AES_KEY_WRAP_PAD: 0x210a,
} as const

export const CKA = {
  CLASS: 0x0,
  TOKEN: 0x1,
  PRIVATE: 0x2,
  LABEL: 0x3,
  VALUE: 0x11,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SENSITIVE: 0x103,
  DECRYPT: 0x105,
  WRAP: 0x106,
  UNWRAP: 0x107,
  SIGN: 0x108,
  SIGN_RECOVER: 0x109,
  VERIFY: 0x10a,
  DERIVE: 0x10c,
  VALUE_LEN: 0x161,
  EXTRACTABLE: 0x162,
  NEVER_EXTRACTABLE: 0x164,
  ALWAYS_SENSITIVE: 0x165,
  EC_PARAMS: 0x180,
  EC_POINT: 0x181,
} as const

/** The numbers of our curves in a module. */
export const moduleCurves: Readonly<Record<Curve, ModuleCurve>> = {
  secp256k1: {
    keyType: CKK.EC,
    names: ['06052b8104000a'],
    make: CKM.EC_KEY_PAIR_GEN,
    sign: CKM.ECDSA,
    pointBytes: 65,
  },
  ed25519: {
    keyType: CKK.EC_EDWARDS,
    // The name "edwards25519", and the number of the curve, which some modules return instead.
    names: ['130c656477617264733235353139', '06032b6570'],
    make: CKM.EC_EDWARDS_KEY_PAIR_GEN,
    sign: CKM.EDDSA,
    pointBytes: 32,
  },
}

/** Loads a module by its path. The native library for it is compiled at install, and may be missing where no module is used. */
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

/** Returns the error code of a module; undefined for any other error. Some calls of the library have the code only in the message. */
export function codeOf(error: unknown): number | undefined {
  const { name, code, message } = error as Readonly<{ name?: string; code?: number; message?: string }>
  if (name === 'Pkcs11Error') return code
  const told = /^CKR_\w+:(\d+)/.exec(message ?? '')?.[1]
  return told === undefined ? undefined : Number(told)
}
