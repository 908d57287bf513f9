import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import { laneKeys, SWEEPER_ADDRESS, simulatedSolana, simulatedStellar } from './simulated-networks.ts'

/** Our wallets that replace the fixed ones, whose keys are public. */
export type StandIns = Readonly<{
  /** Returns the text with the fixed addresses replaced. */
  spell(text: string): string
  /** Content of the key file: the location of each replacement's key, by the name of the fixed wallet. */
  keys: Readonly<Record<string, unknown>>
}>

type FixedWallet = Readonly<{ name: string; family: 'evm' | 'solana' | 'stellar'; address: string }>

/** The wallets of every stack, by the name of their key. */
export const fixedWallets: readonly FixedWallet[] = [
  ...seedLanes
    .filter(({ network }) => network === 'Polygon')
    .map(({ number, address }) => ({ name: `test-lane-${number}`, family: 'evm' as const, address })),
  { name: 'test-sweeper', family: 'evm', address: SWEEPER_ADDRESS },
  { name: 'test-solana-lane-1', family: 'solana', address: simulatedSolana.lane },
  { name: 'test-solana-sweeper', family: 'solana', address: simulatedSolana.sweeper },
  { name: 'test-stellar-lane-1', family: 'stellar', address: simulatedStellar.lane },
  ...simulatedStellar.channels.map(({ key, address }) => ({
    name: key,
    family: 'stellar' as const,
    address,
  })),
  { name: 'test-stellar-sweeper', family: 'stellar', address: simulatedStellar.sweeper },
]

export const noStandIns: StandIns = { spell: (text) => text, keys: laneKeys }

/** Creates a replacement for each fixed wallet. `standInFor` returns its address and the location of its key. */
export function createStandIns(
  standInFor: (wallet: FixedWallet) => Readonly<{ address: string; place: unknown }>,
): StandIns {
  const all = fixedWallets.map((fixed) => ({ fixed, ...standInFor(fixed) }))
  return {
    spell: (text) =>
      all.reduce((spelled, { fixed, address }) => spelled.replaceAll(fixed.address, address), text),
    keys: Object.fromEntries(all.map(({ fixed, place }) => [fixed.name, place])),
  }
}
