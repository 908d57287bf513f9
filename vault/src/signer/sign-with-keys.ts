import { Unavailable } from '../shared/unavailable.ts'
import type { AnySignature, Assembled, Signable } from './families/family.ts'
import type { VerifiedKey } from './keys/verified-key.ts'

/** What a network takes of each, in the order given. What goes around a signed one is signed after it. */
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

/** The signatures that each needs, in its own order. All of a key's together: what is verified in one go costs less. */
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
  if (key === undefined) throw new Unavailable('key_unavailable', `no key is called ${name}`)
  try {
    return await key.signAll(payloads)
  } catch (error) {
    throw new Unavailable('key_unavailable', (error as Error).message)
  }
}
