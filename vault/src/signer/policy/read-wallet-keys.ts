import type { Custody } from '../keys/open-key.ts'
import { readKeys } from '../keys/read-keys.ts'
import type { VerifiedKey } from '../keys/verified-key.ts'
import type { Policy } from './policy.ts'

/** The keys that a policy names, by their name. A key that is not that of its address stops the signer. */
export async function readWalletKeys(
  text: string,
  { lanes, sweepers }: Pick<Policy, 'lanes' | 'sweepers'>,
  custody?: Custody,
): Promise<ReadonlyMap<string, VerifiedKey>> {
  const wanted = [...lanes, ...sweepers].flatMap(({ mode, family, chain }) =>
    chain.wallets.map((wallet) => ({ ...wallet, mode, family, curve: family.curve })),
  )
  const keys = await readKeys(text, wanted, custody)
  for (const { key: name, family, address } of wanted) {
    const key = keys.get(name)
    if (key === undefined || family.addressOf(key) !== address)
      throw new Error(`the key ${name} is not that of ${address}`)
  }
  return keys
}
