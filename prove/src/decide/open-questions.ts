import { setTimeout as sleep } from 'node:timers/promises'
import { Afara, type Case, type CaseDecisionRequest } from '@afara/sdk'
import type { LiveStack } from '../live-stack.ts'

/** A question that is open, with everything that its decision needs. */
export type Asked = Readonly<{
  transactionId: string
  /** Undefined for a cancellation, which needs no case. */
  caseId: string | undefined
  /** Another choice of the same case. */
  other: CaseDecisionRequest['choice'] | undefined
  decision: CaseDecisionRequest | undefined
}>

/** One choice in one state: how the question comes about, what is decided, and the status that follows at last. */
export type Plan = Readonly<{
  name: string
  /** The choice; undefined for a cancellation. */
  choice: CaseDecisionRequest['choice'] | undefined
  final: string
  begin(client: Afara): Promise<string>
  decide(client: Afara, asked: Asked): Promise<Case | undefined>
}>

/** What both clients were told about one question. */
export type Answered = Readonly<{
  plan: Plan
  asked: Asked
  told: readonly (Case | undefined)[]
  /** What the api said to a different decision afterwards: the choice that was made. */
  refusedWith: string | undefined
}>

const WITHIN_MS = 90_000
const NAME_AT_BANK = 'MUSA DANJUMA'

/** Two clients of one business. They repeat a call for as long as a killed process may be away. */
export function clientsOf({ apiUrl, testKey, businessId, linkTag }: LiveStack): readonly [Afara, Afara] {
  const open = () =>
    new Afara({ key: testKey, baseUrl: apiUrl, businessId, linkTag, maxRetries: 40, deadlineMs: 120_000 })
  return [open(), open()]
}

type Run = Parameters<Afara['sandbox']['run']>

const scenario = (name: Run[0], given?: Run[1]) => async (client: Afara) =>
  (await client.sandbox.run(name, given)).transaction_id ?? ''

async function unpaidSell(client: Afara): Promise<string> {
  const { transaction_id: id } = await client.sells.create({
    amount: 2000,
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

const decide = async (client: Afara, { caseId, decision }: Asked) =>
  client.cases.decide(caseId ?? '', decision ?? { choice: 'return' })

const of = (
  state: string,
  begin: Plan['begin'],
  finals: Readonly<Partial<Record<CaseDecisionRequest['choice'], string>>>,
): Plan[] =>
  Object.entries(finals).map(([choice, final]) => ({
    name: `${state} ${choice}`,
    choice: choice as CaseDecisionRequest['choice'],
    final,
    begin,
    decide,
  }))

/** Every choice in every state that the sandbox can bring about without waiting for days. */
export const planned: readonly Plan[] = [
  ...of('short_payment', scenario('short_payment'), { accept: 'completed', return: 'refunded' }),
  ...of('late_payment', scenario('late_payment'), { accept: 'completed', return: 'refunded' }),
  ...of('short_deposit', shortSell, { accept: 'completed', return: 'refunded' }),
  ...of('late_deposit', lateSell, { accept: 'completed', return: 'refunded' }),
  ...of('name_differs', scenario('name_mismatch'), {
    confirm_name: 'completed',
    beneficiary: 'completed',
    return: 'refunded',
  }),
  ...of('payout_failed', scenario('reversed_after_success', { seconds: 3 }), {
    retry: 'completed',
    beneficiary: 'completed',
    return: 'refunded',
  }),
  {
    name: 'unpaid buy cancel',
    choice: undefined,
    final: 'cancelled',
    begin: unpaidBuy,
    decide: async (client, { transactionId }) => {
      await client.transactions.cancel(transactionId)
      return undefined
    },
  },
  {
    name: 'unpaid sell cancel',
    choice: undefined,
    final: 'cancelled',
    begin: unpaidSell,
    decide: async (client, { transactionId }) => {
      await client.transactions.cancel(transactionId)
      return undefined
    },
  },
]

/** Brings a transaction to its question. */
export async function openQuestion(client: Afara, { begin, choice, name }: Plan): Promise<Asked> {
  const transactionId = await begin(client)
  if (choice === undefined) return { transactionId, caseId: undefined, other: undefined, decision: undefined }
  const endsAt = performance.now() + WITHIN_MS
  for (;;) {
    for await (const one of client.cases.list({ transaction_id: transactionId, state: 'open' })) {
      const offered = one.choices.map((each) => each.choice)
      if (!offered.includes(choice)) throw new Error(`${name} is not offered: ${offered.join(', ')}`)
      return {
        transactionId,
        caseId: one.case_id,
        other: offered.find((each) => each !== choice && each !== 'beneficiary'),
        decision: await decisionOf(client, one, choice),
      }
    }
    if (performance.now() > endsAt) throw new Error(`nobody was asked about ${name} (${transactionId})`)
    await sleep(200)
  }
}

/** Another beneficiary is the same account under the name that the bank has, or another account if the bank refuses the first. */
async function decisionOf(
  client: Afara,
  { transaction_id: id, code }: Case,
  choice: CaseDecisionRequest['choice'],
): Promise<CaseDecisionRequest> {
  if (choice !== 'beneficiary') return { choice }
  if (code === 'payout_failed')
    return { choice, bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' }
  const told = await client.transactions.get(id)
  if (told.type !== 'Sell') throw new Error('only a sell has a beneficiary')
  const { bank_name, account_number } = told
  return { choice, bank_name, account_number, account_name: NAME_AT_BANK }
}
