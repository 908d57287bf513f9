import type { ChainWitness } from '../chains/chain-witness.ts'
import { drawShares } from '../draw-shares.ts'
import type { Random } from '../fuzz/random.ts'
import { sharedAccounts } from './places.ts'
import type { Conduct, Purchase, Shop } from './purchase.ts'

const surnames = ['ADEYEMI', 'OKAFOR', 'IBRAHIM', 'NWOSU', 'BALOGUN', 'ETIM', 'BELLO', 'LAWAL', 'UDOH']
const givenNames = ['CHINEDU', 'AISHA', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'UDUAK', 'SADE', 'IFEOMA']

// Of a hundred customers.
const conducts: ReadonlyArray<readonly [Conduct, number]> = [
  ['pays', 81],
  ['pays_oddly', 5],
  ['recalled', 4],
  ['underpays', 2],
  ['overpays', 2],
  ['splits', 2],
  ['stranger_pays', 2],
  ['never_pays', 2],
]

/** What may go wrong with a payment by which its payer is still known, and of which a feed tells in the end all the same. */
const anywhere = [
  'hook_five_times',
  'hook_out_of_order',
  'hook_before_requery',
  'hook_replayed',
  'hook_wrong_amount',
  'requery_late',
  'payer_full',
  'session_odd',
  'value_date_later',
  'settled_less',
  'narration_other_bank',
  'narration_blank',
  'narration_hostile',
]
const whereListed = ['hook_never', 'hook_bad_signature']

/** What takes away by what a payer is known, or doubles or misplaces the money: people may have to look, and nobody may be paid twice. */
const odd = [
  'payer_masked',
  'payer_blank',
  'payer_null',
  'session_missing',
  'twin_payment',
  'narration_coded',
]
const oddWhereListed = [...odd, 'wrong_account']

type Place = Readonly<{ shops: readonly Shop[]; chains: Readonly<{ all: readonly ChainWitness[] }> }>

/** Customers of all shops, each with a payer and an address of their own on some chain. */
export function drawPurchases(random: Random, count: number, place: Place): Purchase[] {
  const conductOf = drawShares(random, conducts)
  return Array.from({ length: count }, (_, number) => drawPurchase(random, number, place, conductOf(number)))
}

/** From now on everybody's address can receive tokens. */
export async function openWallets({ chains }: Place, purchases: readonly Purchase[]): Promise<void> {
  for (const { network, openWallets } of chains.all)
    await openWallets(
      purchases.flatMap(({ wallet }) => (wallet?.network === network ? [wallet.address] : [])),
    )
}

function drawPurchase(random: Random, number: number, { shops, chains }: Place, drawn: Conduct): Purchase {
  const chain = random.pick(chains.all)
  const shop = random.pick(shops)
  const shared = random.oneIn(4) ? random.pick(sharedAccounts) : undefined
  const isListed = shared?.hasList ?? true
  // Without a list nobody hears of what is taken back until the statement comes.
  const conduct = drawn === 'recalled' && !isListed ? 'pays' : drawn
  return {
    reference: `buy-${number}`,
    shop,
    account: shared?.number ?? shop.ownAccount,
    // Different for all, so that no two payments can be taken for each other by their amount alone.
    amountMinor: BigInt(random.between(2_000, 4_000)) * 1_000n + BigInt(number),
    payer: {
      account_number: `0${String(300_000_000 + number)}`,
      name: `${random.pick(surnames)} ${random.pick(givenNames)} ${random.pick(givenNames)}`,
      bank: 'GTB',
    },
    wallet: random.oneIn(20)
      ? null
      : {
          network: chain.network,
          address: chain.drawWallet(random),
        },
    conduct,
    faults: drawFaults(random, conduct, isListed),
  }
}

function drawFaults(random: Random, conduct: Conduct, isListed: boolean): Purchase['faults'] {
  // Now before the tokens leave, now while they are on their way, now afterwards.
  if (conduct === 'recalled') return [{ fault: 'reversed_soon', seconds: random.between(1, 20) }]
  if (conduct === 'pays_oddly') return [random.pick(isListed ? oddWhereListed : odd)]
  if (conduct !== 'pays' || random.oneIn(2)) return []
  return [random.pick(isListed ? [...anywhere, ...whereListed] : anywhere)]
}
