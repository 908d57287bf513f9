import {
  type NetworkFamily,
  type NetworkName,
  networkNamed,
  networkNames,
  networksOf,
} from '@afara/server/kernel/networks.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import { countTypos, type Typos } from './count-typos.ts'
import { createLaneRows, findPassing, isBlocked } from './find-passing.ts'
import { drawOwnPlaces, reserved } from './own-places.ts'
import { startQuietSolana } from './quiet-solana.ts'
import { countSilent, putOwnAccounts, type SolanaPlaces } from './solana-accounts.ts'

const SEED = 20_261_115
const MARKER_SECRET = 'a secret of this proof'
// Stellar has a checksum of 16 bits and EVM one of about twelve. Solana addresses have no checksum, so any share may pass.
const MOST_PASSED: Readonly<Record<NetworkFamily, number>> = { stellar: 0.0001, evm: 0.001, solana: 1 }

/**
 * Shows that typing errors are noticed as far as the network's checksum allows, and that no spelling of our own address is accepted as a
 * wallet.
 */
export const addressesProof: Proof = {
  name: 'addresses',
  sentence:
    'Mistyped addresses are refused as far as each network allows, and none of our own addresses is accepted as a wallet.',
  sizes: {
    typos: { full: 100_000, short: 4_000 },
    accounts: { full: 1_000, short: 100 },
    asked: { full: 5_000, short: 500 },
  },
  run: prove,
}

async function prove(input: ProofInput): Promise<Outcome> {
  const places = drawOwnPlaces(SEED)
  const rules = await input.readWalletRules(places.environment)
  const typos = new Map<NetworkName, Typos>()
  for (const network of networkNames) {
    const counted = countTypos(rules, network, input.size('typos'), SEED)
    typos.set(network, counted)
    input.progress.say(tell(network, counted))
  }
  const own = await tryOwn(input, places, typos.get('Solana')?.passed ?? [])
  input.progress.say(
    'A Solana address has no checksum, so most typing errors give another valid address. ' +
      `The network is queried before a payment: of ${own.asked} such addresses, ${own.asked - own.silent} are refused or reported as never used.`,
  )
  return judge(input, typos, own)
}

type Own = Readonly<{ tried: number; passed: readonly string[]; asked: number; silent: number }>

/** Tries the addresses that the settings name, those that only our rows contain, and those that only the network shows. */
async function tryOwn(
  input: ProofInput,
  { environment, named, lanes }: ReturnType<typeof drawOwnPlaces>,
  slips: readonly string[],
): Promise<Own> {
  const rules = await input.readWalletRules(environment)
  const [rows, solana] = await Promise.all([createLaneRows(lanes), startQuietSolana()])
  try {
    const places = solanaPlaces(environment)
    const chains = await input.readChains(solanaSettings(solana.url, places))
    const chain = chains.get('test:Solana')
    if (chain === undefined) throw new Error('the settings contain no chain test:Solana')
    const count = input.size('accounts')
    const computed = await putOwnAccounts(solana, places, count)
    // Brings the chain to the state of a worker that has read its lane, and that therefore knows how many locks were used.
    await chain.readLane({ address: places.lane, nextLock: BigInt(count) }, AbortSignal.timeout(10_000))
    const never = async () => false
    const found = [
      await findPassing(rules, [...named, ...reserved], never),
      await findPassing(rules, lanes, rows.has),
      await findPassing(rules, computed, async (_, address) => isBlocked(chain, address)),
    ]
    const asked = slips.slice(0, input.size('asked'))
    return {
      tried: found.reduce((sum, { tried }) => sum + tried, 0),
      passed: found.flatMap(({ passed }) => passed),
      asked: asked.length,
      silent: await countSilent(chain, asked),
    }
  } finally {
    await Promise.all([rows.stop(), solana.stop()])
  }
}

function solanaPlaces(environment: Readonly<Record<string, string>>): SolanaPlaces {
  const of = (name: string) => environment[`CHAIN_TEST_SOLANA_${name}`] ?? ''
  return { mint: of('MINT'), lane: of('TREASURY'), sweeper: of('SWEEPER'), markerSecret: MARKER_SECRET }
}

function solanaSettings(url: string, { mint, lane, sweeper, markerSecret }: SolanaPlaces) {
  return {
    CHAIN_TEST_SOLANA_URL: url,
    CHAIN_TEST_SOLANA_MINT: mint,
    CHAIN_TEST_SOLANA_DECIMALS: '6',
    CHAIN_TEST_SOLANA_MARKER_SECRET: markerSecret,
    CHAIN_TEST_SOLANA_TREASURY: lane,
    CHAIN_TEST_SOLANA_SWEEPER: sweeper,
  }
}

function judge(input: ProofInput, typos: ReadonlyMap<NetworkName, Typos>, own: Own): Outcome {
  const made = [...typos.values()].reduce((sum, of) => sum + of.made, 0)
  const evm = networksOf('evm').flatMap((network) => typos.get(network) ?? [])
  const missed = networkNames.filter((network) => isTooMany(network, typos.get(network)))
  return {
    figures: {
      typos: made,
      evm_passed: percent(sharePassed(evm)),
      solana_passed: percent(shareOf(typos.get('Solana'))),
      stellar_passed: percent(shareOf(typos.get('Stellar'))),
      solana_unwarned: own.silent,
      forbidden_tried: own.tried,
      forbidden_passed: own.passed.length,
    },
    shortfalls: [
      ...missed.map(
        (network) =>
          `${network}: ${percent(shareOf(typos.get(network)))} of the typing errors are accepted, which is too many`,
      ),
      ...some(own.passed.map((what) => `our own address would be accepted as a wallet: ${what}`)),
      ...unless(own.silent === 0, `${own.silent} wrong Solana addresses are accepted without a warning`),
      ...unless(made === networkNames.length * input.size('typos'), `only ${made} typing errors were tried`),
    ],
  }
}

/** Allows three more errors than the share, because a small sample may exceed the share by chance. */
function isTooMany(network: NetworkName, typos: Typos | undefined): boolean {
  return (
    typos === undefined || typos.passed.length > typos.made * MOST_PASSED[networkNamed(network).family] + 3
  )
}

function tell(network: NetworkName, { made, passed, passedByKind }: Typos): string {
  const kinds = [...passedByKind].toSorted(([, one], [, other]) => other - one)
  const worst = kinds.slice(0, 4).map(([kind, count]) => `${kind} ${count}`)
  return `${network}: ${passed.length} of ${made} typing errors are accepted (${percent(passed.length / made)})${worst.length === 0 ? '' : `: ${worst.join(', ')}`}`
}

function shareOf(typos: Typos | undefined): number {
  return typos === undefined ? 1 : sharePassed([typos])
}

function sharePassed(typos: readonly Typos[]): number {
  const sum = (count: (of: Typos) => number) => typos.reduce((total, of) => total + count(of), 0)
  return sum(({ passed }) => passed.length) / sum(({ made }) => made)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.01 ? 4 : 1)}%`
}
