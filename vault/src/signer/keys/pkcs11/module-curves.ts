import type { Curve } from '../key.ts'
import {
  CKK_EC,
  CKK_EC_EDWARDS,
  CKM_EC_EDWARDS_KEY_PAIR_GEN,
  CKM_EC_KEY_PAIR_GEN,
  CKM_ECDSA,
  CKM_EDDSA,
} from './cryptoki.ts'

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
