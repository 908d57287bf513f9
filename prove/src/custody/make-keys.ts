import { createStandIns, fixedWallets, type StandIns } from '@afara/stack/chains/stand-in-wallets.ts'
import { type CeremonyKey, runCeremony } from './run-ceremony.ts'

export type MadeKeys = Readonly<{ wallets: StandIns; keys: readonly CeremonyKey[] }>

/** Makes the keys of all our wallets inside the module, with the operators' command. */
export async function makeKeys(environment: Readonly<Record<string, string>>): Promise<MadeKeys> {
  const keys: CeremonyKey[] = []
  for (const curve of ['secp256k1', 'ed25519'] as const) {
    const labels = fixedWallets.filter(({ family }) => (family === 'evm') === (curve === 'secp256k1'))
    keys.push(...(await runCeremony(environment, ['make', curve, ...labels.map(({ name }) => name)])))
  }
  const wallets = createStandIns(({ name, family }) => {
    const key = keys.find(({ place }) => place.pkcs11.label === name)
    const address = key?.addresses.find((each) => each.family === family)?.address
    if (key === undefined || address === undefined)
      throw new Error(`the key ceremony did not create the key ${name}`)
    return { address, place: key.place }
  })
  return { wallets, keys }
}
