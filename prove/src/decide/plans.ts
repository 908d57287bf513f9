import { setTimeout as sleep } from 'node:timers/promises'
import type { Afara, Case, CaseDecisionRequest } from '@afara/sdk'

/** A question that is open, with everything that its decision needs. */
export type Asked = Readonly<{
  transactionId: string
  /** Undefined for a cancellation, which needs no case. */
  caseId: string | undefined
  /** Another choice of the same case. */
  other: CaseDecisionRequest['choice'] | undefined
  decision: CaseDecisionRequest | undefined
}>

type Choice = CaseDecisionRequest['choice']

/** One choice in one state: how the question comes about, what is decided, and the status that follows at last. */
export type Plan = Readonly<{
  name: string
  /** The code of the question; undefined for a cancellation, as is the choice. */
  code: string | undefined
  choice: Choice | undefined
  final: string
  /** What must be true first: a fee that is nearly the whole amount, or two days that pass after `begin`. */
  after: 'high_fee' | 'two_days' | undefined
  begin(client: Afara): Promise<string>
  decide(client: Afara, asked: Asked): Promise<Case | undefined>
}>

const WITHIN_MS = 90_000

/** In kobo. Nine tenths of the smallest buy do not cover it. */
export const HIGH_FEE_MINOR = 14_000_00n

type Run = Parameters<Afara['sandbox']['run']>

const scenario = (name: Run[0], given?: Run[1]) => async (client: Afara) =>
  (await client.sandbox.run(name, given)).transaction_id ?? ''

async function unpaidSell(client: Afara, amount = 2000): Promise<string> {
  const { transaction_id: id } = await client.sells.create({
    amount,
    bank_name: 'GTBank',
    account_number: '0123456789',
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    reference: `decide-${crypto.randomUUID()}`,
  })
  return id
}

async function shortSell(client: Afara): Promise<string> {
  const id = await unpaidSell(client)
  await client.sandbox.deposit({ transaction_id: id, amount: 1500 })
  return id
}

async function lateSell(client: Afara): Promise<string> {
  const id = await unpaidSell(client)
  await client.transactions.cancel(id)
  await client.sandbox.deposit({ transaction_id: id })
  return id
}

async function unpaidBuy(client: Afara): Promise<string> {
  const link = await client.payLinks.create({ amount: 20_000, reference: `decide-${crypto.randomUUID()}` })
  return link.transaction_id
}

/** Pays a buy whose wallet has no trustline. Returns when the wallet has been checked. */
async function blockedBuy(client: Afara): Promise<string> {
  const id = await scenario('wallet_without_trustline')(client)
  await until(`the wallet of ${id} is blocked`, async () => {
    const { needs, reason } = await client.transactions.get(id)
    const need = needs.find(({ code }) => code === 'no_trustline')
    if (need === undefined) return undefined
    if (need.due_at === undefined || need.default !== 'you_decide' || reason !== need.message)
      throw new Error(`${id} does not tell until when its wallet can be mended`)
    return need
  })
  return id
}

const paidShort = scenario('short_payment')

/** Accepts less money than the fee. */
const feeOver = (begin: Plan['begin']) => async (client: Afara) => {
  const id = await begin(client)
  const { case_id: caseId } = await openCase(client, id)
  await client.cases.decide(caseId, { choice: 'accept' })
  return id
}

async function openCase(client: Afara, transactionId: string): Promise<Case> {
  return until(`somebody is asked about ${transactionId}`, async () => {
    for await (const one of client.cases.list({ transaction_id: transactionId, state: 'open' })) return one
    return undefined
  })
}

/** Asks until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const endsAt = performance.now() + WITHIN_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > endsAt) throw new Error(`not in time: ${what}`)
    await sleep(200)
  }
}

const decide = async (client: Afara, { caseId, decision }: Asked) =>
  client.cases.decide(caseId ?? '', decision ?? { choice: 'return' })

const of = (
  type: 'buy' | 'sell',
  code: string,
  begin: Plan['begin'],
  finals: Readonly<Partial<Record<Choice, string>>>,
  after?: Plan['after'],
): Plan[] =>
  Object.entries(finals).map(([choice, final]) => ({
    name: `${type} ${code} ${choice}`,
    code,
    choice: choice as Choice,
    final,
    after,
    begin,
    decide,
  }))

const cancelling = (name: string, begin: Plan['begin']): Plan => ({
  name,
  code: undefined,
  choice: undefined,
  final: 'cancelled',
  after: undefined,
  begin,
  decide: async (client, { transactionId }) => {
    await client.transactions.cancel(transactionId)
    return undefined
  },
})

/** Every choice in every state. A test compares it with the table of questions. */
export const planned: readonly Plan[] = [
  ...of('buy', 'short_payment', paidShort, { accept: 'completed', return: 'refunded' }),
  ...of('buy', 'late_payment', scenario('late_payment'), { accept: 'completed', return: 'refunded' }),
  ...of('buy', 'wallet_blocked', blockedBuy, { wallet: 'completed', return: 'refunded' }, 'two_days'),
  ...of(
    'buy',
    'network_closed',
    // The proof has no lane on this network.
    scenario('paid_exactly', {
      network: 'Avalanche',
      wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    }),
    { wallet: 'completed', return: 'refunded' },
  ),
  ...of('buy', 'fee_too_high', feeOver(paidShort), { return: 'refunded' }, 'high_fee'),
  ...of('sell', 'short_deposit', shortSell, { accept: 'completed', return: 'refunded' }),
  ...of('sell', 'late_deposit', lateSell, { accept: 'completed', return: 'refunded' }),
  ...of('sell', 'name_differs', scenario('name_mismatch'), {
    confirm_name: 'completed',
    beneficiary: 'completed',
    return: 'refunded',
  }),
  ...of('sell', 'account_not_found', scenario('account_closed'), {
    beneficiary: 'completed',
    return: 'refunded',
  }),
  ...of(
    'sell',
    'fee_too_high',
    feeOver(async (client) => {
      const id = await unpaidSell(client, 15_000)
      await client.sandbox.deposit({ transaction_id: id, amount: 13_500 })
      return id
    }),
    { return: 'refunded' },
    'high_fee',
  ),
  ...of('sell', 'payout_failed', scenario('reversed_after_success', { seconds: 3 }), {
    retry: 'completed',
    beneficiary: 'completed',
    return: 'refunded',
  }),
  cancelling('unpaid buy cancel', unpaidBuy),
  cancelling('unpaid sell cancel', unpaidSell),
]
