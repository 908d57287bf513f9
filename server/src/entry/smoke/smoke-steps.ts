import { randomUUID } from 'node:crypto'
import { formatMoney, money } from '../../kernel/money/money.ts'
import type { CollectionRail } from '../../movements/collections/collection-rail.ts'
import type { BankFeed } from '../../movements/feeds/bank-feed.ts'
import type { Chain } from '../../movements/transfers/chain.ts'

export type SmokeStep<Service> = Readonly<{
  title: string
  /** What the step asks the service, and what it changes there. */
  explanation: string
  /** Changes something at the service, so it runs only if the reader asks for it. */
  writes?: true
  /** Returns what the service answered. Throws if the answer is not what our code expects. */
  run(service: Service, signal: AbortSignal): Promise<string>
}>

export type SmokeVendor = Readonly<{
  feed: BankFeed
  rail: CollectionRail | undefined
  /** The account whose payments are listed. */
  account: string | undefined
}>
export type SmokeNetwork = Readonly<{ chain: Chain; wallet: string }>

/** ₦100.00 */
const AMOUNT = money('NGN', 100_00n)

/** What only reads comes first. */
export const vendorSteps: ReadonlyArray<SmokeStep<SmokeVendor>> = [
  {
    title: 'refuse a forged notification',
    explanation: 'Shows our adapter a notification without a signature. Asks the vendor nothing.',
    run: async ({ feed }) => {
      const { kind } = feed.readHook({}, Buffer.from('{"event":"charge.success","data":{}}'))
      if (kind !== 'forged') throw new Error(`a notification without a signature is ${kind}`)
      return 'it is refused'
    },
  },
  {
    title: 'read the payments into your account',
    explanation:
      'Reads the first page of the vendor’s list, as a worker does. Needs --account. Changes nothing.',
    run: async ({ feed, account }, signal) => {
      if (account === undefined || feed.list === undefined) return 'not asked, without --account'
      const { lines, unreadable, hasMore } = await feed.list({ accountNumber: account }, undefined, signal)
      if (unreadable.length > 0)
        throw new Error(`our adapter cannot read ${unreadable.length} of the payments`)
      return `${lines.length} payments into this account${hasMore ? ', and there are more pages' : ''}`
    },
  },
  {
    title: 'ask for a payment that does not exist',
    explanation: 'Asks about an invented reference, as we do when a notification lies. Changes nothing.',
    run: async ({ feed, account }, signal) => {
      const key = `afara-smoke-${randomUUID()}`
      const hint = { key, detail: {}, ...(account !== undefined && { accountNumber: account }) }
      const answer = await feed.reread(hint, signal)
      if (answer.kind === 'unavailable') throw new Error(answer.why)
      if (answer.kind === 'found') throw new Error('the vendor knows it')
      return 'the vendor does not know it'
    },
  },
  {
    title: 'open an account number for one payment',
    explanation: `Opens a number for ₦${formatMoney(AMOUNT)} in test mode. Pay nothing to it: it ends by itself.`,
    writes: true,
    run: async ({ rail }, signal) => {
      if (rail === undefined) throw new Error('the settings of its account numbers are missing')
      const reference = randomUUID().replaceAll('-', '')
      const answer = await rail.open({ reference, amount: AMOUNT, name: 'Afara Smoke' }, signal)
      if (answer.kind !== 'given') throw new Error(`${answer.kind}: ${answer.why}`)
      return `${answer.number} at ${answer.bankName}, until ${answer.validUntil.toISOString()}`
    },
  },
]

export const networkSteps: ReadonlyArray<SmokeStep<SmokeNetwork>> = [
  {
    title: 'compare the network and the token with the settings',
    explanation: 'Asks the node which network it serves, and reads the token. Changes nothing.',
    run: async ({ chain }, signal) => {
      await chain.check(signal)
      return `it is ${chain.network} with the token of the settings`
    },
  },
  {
    title: 'read your wallet',
    explanation:
      'Reads it as if it were one of our lanes: tokens, gas and next lock. Needs no key and changes nothing.',
    run: async ({ chain, wallet }, signal) => {
      const { tokensMinor, gasUnits, lockLatest } = await chain.readLane(
        { address: wallet, nextLock: 0n },
        signal,
      )
      return `${formatMoney(money('NGNC', tokensMinor))} NGNC, ${gasUnits} units of gas, next lock ${lockLatest}`
    },
  },
  {
    title: 'ask what a transfer costs now',
    explanation: 'Reads the terms that a worker would have signed now. Signs and sends nothing.',
    run: async ({ chain }, signal) => {
      const terms = await chain.suggestTerms(signal)
      return `${JSON.stringify(terms)}: at most ${chain.mostCost(terms)} units of gas`
    },
  },
  {
    title: 'ask whether your wallet could receive 0.01 NGNC',
    explanation:
      'Runs the check that a buy runs before it is accepted. That it cannot is an answer too. Changes nothing.',
    run: async ({ chain, wallet }, signal) => {
      const answer = await chain.preflight(wallet, 1n, signal)
      return answer.outcome === 'fine' ? 'it can' : `it cannot: ${answer.code}`
    },
  },
]
