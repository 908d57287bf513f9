import { type Money, money, subtract } from '@afara/server/kernel/money/money.ts'
import {
  type AccountKey,
  business,
  float,
  held,
  type Posting,
  payoutBank,
} from '@afara/server/records/ledger/account.ts'
import * as entries from '../../../server/test/ledger-entries.ts'
import type { World } from './world.ts'

/** Input of a step: the n-th of each record that it needs, and an amount that includes a fee, in the step's asset. */
export type Draft = Readonly<{ world: World; which: number; amount: Money; fee: Money }>

type Step = Readonly<{
  asset: 'NGN' | 'NGNC'
  /** The account with a floor that the step takes from. Its balance determines the amount to try. */
  from?: (world: World, which: number) => AccountKey
  transaction?: (world: World, which: number) => string
  postings(draft: Draft): Posting[]
}>

const nth = <T>(list: readonly T[], which: number): T => list[which % list.length] as T
const aBuy = (world: World, which: number) => nth(world.buyIds, which)
const aSell = (world: World, which: number) => nth(world.sellIds, which)
const aBusiness = (world: World, which: number) => nth(world.businessIds, which)
const aLane = (world: World, which: number) => nth(world.lanes, which)
const aPayoutAccount = (world: World, which: number) => nth(world.payoutAccountIds, which)
const ofBuy = ({ world, which, amount, fee }: Draft) => ({ transactionId: aBuy(world, which), amount, fee })
const ofSell = ({ world, which, amount, fee }: Draft) => ({ transactionId: aSell(world, which), amount, fee })
const heldByBuy = (world: World, which: number) => held(aBuy(world, which))
const heldBySell = (world: World, which: number) => held(aSell(world, which))
const balance = (world: World, which: number) => business(aBusiness(world, which))

/** Every line of the worked table. */
const steps = {
  credit_seen: {
    asset: 'NGN',
    postings: ({ world, amount }) => entries.creditSeen(world.vendorAccountId, amount),
  },
  credit_seen_less_a_fee: {
    asset: 'NGN',
    postings: ({ world, amount, fee }) =>
      entries.creditSeen(world.vendorAccountId, amount, subtract(amount, fee)),
  },
  credit_matched: {
    asset: 'NGN',
    transaction: aBuy,
    postings: ({ world, which, amount }) => entries.creditMatched(aBuy(world, which), amount),
  },
  delivery_opened: {
    asset: 'NGN',
    from: heldByBuy,
    transaction: aBuy,
    postings: (draft) => entries.deliveryOpened(ofBuy(draft), aLane(draft.world, draft.which)),
  },
  delivery_final: {
    asset: 'NGN',
    transaction: aBuy,
    postings: (draft) => entries.deliveryFinal(ofBuy(draft), aLane(draft.world, draft.which)),
  },
  credited_to_balance: {
    asset: 'NGN',
    from: heldByBuy,
    transaction: aBuy,
    postings: (draft) => entries.creditedToBalance(ofBuy(draft), aBusiness(draft.world, draft.which)),
  },
  refund_opened: {
    asset: 'NGN',
    from: heldByBuy,
    transaction: aBuy,
    postings: ({ world, which, amount }) =>
      entries.refundOpened(aBuy(world, which), amount, aPayoutAccount(world, which)),
  },
  refund_paid: {
    asset: 'NGN',
    transaction: aBuy,
    postings: ({ world, which, amount }) =>
      entries.refundPaid(aBuy(world, which), amount, aPayoutAccount(world, which)),
  },
  deposit_received: {
    asset: 'NGNC',
    transaction: aSell,
    postings: ({ world, which, amount }) =>
      entries.depositReceived(aSell(world, which), amount, aLane(world, which).network),
  },
  taken_from_balance: {
    asset: 'NGNC',
    from: balance,
    transaction: aSell,
    postings: ({ world, which, amount }) =>
      entries.takenFromBalance(aSell(world, which), amount, aBusiness(world, which)),
  },
  payout_opened: {
    asset: 'NGNC',
    from: heldBySell,
    transaction: aSell,
    postings: (draft) => entries.payoutOpened(ofSell(draft), aPayoutAccount(draft.world, draft.which)),
  },
  payout_succeeded: {
    asset: 'NGNC',
    transaction: aSell,
    postings: (draft) => entries.payoutSucceeded(ofSell(draft), aPayoutAccount(draft.world, draft.which)),
  },
  returned_to_balance: {
    asset: 'NGNC',
    from: heldBySell,
    transaction: aSell,
    postings: ({ world, which, amount }) =>
      entries.returnedToBalance(aSell(world, which), amount, aBusiness(world, which)),
  },
  swept: {
    asset: 'NGNC',
    postings: ({ world, which, amount }) => entries.swept(aLane(world, which), amount),
  },
  float_funded: {
    asset: 'NGNC',
    postings: ({ world, which, amount }) => entries.floatFunded(aLane(world, which), amount),
  },
  payout_account_funded: {
    asset: 'NGN',
    postings: ({ world, which, amount }) => entries.payoutAccountFunded(aPayoutAccount(world, which), amount),
  },
  minted: {
    asset: 'NGN',
    from: (world, which) => payoutBank(aPayoutAccount(world, which)),
    postings: ({ world, which, amount }) =>
      entries.minted(aPayoutAccount(world, which), aLane(world, which), amount),
  },
  recalled_after_delivery: {
    asset: 'NGN',
    postings: ({ world, which, amount }) =>
      entries.recalledAfterDelivery(world.vendorAccountId, aBusiness(world, which), amount),
  },
  recovered_from_balance: {
    asset: 'NGN',
    from: balance,
    postings: ({ world, which, amount }) => entries.recoveredFromBalance(aBusiness(world, which), amount),
  },
  recovered_from_reserve: {
    asset: 'NGN',
    postings: ({ world, which, amount }) => entries.recoveredFromReserve(aBusiness(world, which), amount),
  },
  written_off: {
    asset: 'NGN',
    postings: ({ world, which, amount }) => entries.writtenOff(aBusiness(world, which), amount),
  },
} as const satisfies Record<string, Step>

export type StepName = keyof typeof steps

export const stepNames = Object.keys(steps) as StepName[]

export function stepOf(name: StepName): Step {
  return steps[name]
}

/** Returns the accounts of a world that have a floor, with the asset of each. */
export function floorAccounts(world: World): Array<{ account: AccountKey; asset: 'NGN' | 'NGNC' }> {
  const tokens = [...world.businessIds.map(business), ...world.lanes.map(float), ...world.sellIds.map(held)]
  const naira = [...world.buyIds.map(held), ...world.payoutAccountIds.map(payoutBank)]
  return [
    ...tokens.map((account) => ({ account, asset: 'NGNC' as const })),
    ...naira.map((account) => ({ account, asset: 'NGN' as const })),
  ]
}

export function feeWithin(amount: Money, wanted: bigint): Money {
  const most = amount.minor > 0n ? amount.minor - 1n : 0n
  return money(amount.asset, wanted < most ? wanted : most)
}
