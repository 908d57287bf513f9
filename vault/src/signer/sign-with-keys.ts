import { Unavailable } from '../shared/unavailable.ts'
import type { AnySignature, Assembled, Signable } from './families/family.ts'
import type { VerifiedKey } from './keys/verified-key.ts'

/** Signs each item and returns the bytes for the network, in order. An outer part is signed after its inner one. */
export async function signWithKeys(
  keys: ReadonlyMap<string, VerifiedKey>,
  wanted: readonly Signable[],
): Promise<Assembled[]> {
  const signatures = await signaturesOf(keys, wanted)
  const signed = wanted.map((signable, place) => signable.assemble(signatures[place] ?? []))
  const around = signed.filter((one) => 'assemble' in one)
  const outer = around.length === 0 ? [] : await signWithKeys(keys, around)
  return signed.flatMap((one) => ('raw' in one ? one : (outer[around.indexOf(one)] ?? [])))
}

/**
 * Returns the signatures that each item needs, in its own order. Signs all payloads of a key together, because a batch is cheaper to
 * verify.
 */
async function signaturesOf(
  keys: ReadonlyMap<string, VerifiedKey>,
  wanted: readonly Signable[],
): Promise<AnySignature[][]> {
  const asked = wanted.flatMap((signable, of) =>
    signable.keys.map((key, place) => ({ key, of, place, payload: signable.payload })),
  )
  const signed = wanted.map((): AnySignature[] => [])
  for (const [name, parts] of Map.groupBy(asked, ({ key }) => key)) {
    const payloads = parts.map(({ payload }) => payload)
    const signatures = await signAll(keys.get(name), name, payloads)
    for (const [number, { of, place }] of parts.entries()) {
      const signature = signatures[number]
      if (signature === undefined) throw new Unavailable('key_unavailable', 'a signature is missing')
      const own = signed[of]
      if (own !== undefined) own[place] = signature
    }
  }
  return signed
}

async function signAll(
  key: VerifiedKey | undefined,
  name: string,
  payloads: readonly Uint8Array[],
): Promise<readonly AnySignature[]> {
  if (key === undefined) throw new Unavailable('key_unavailable', `the key file has no key ${name}`)
  try {
    return await key.signAll(payloads)
  } catch (error) {
    throw new Unavailable('key_unavailable', (error as Error).message)
  }
}
