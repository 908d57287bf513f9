import { setTimeout as sleep } from 'node:timers/promises'
import { Afara, type Case, type CaseDecisionRequest } from '@afara/sdk'
import type { LiveStack } from '../live-stack.ts'
import { type Asked, HIGH_FEE_MINOR, type Plan, until } from './plans.ts'

/** What both clients were told about one question. */
export type Answered = Readonly<{
  plan: Plan
  asked: Asked
  told: readonly (Case | undefined)[]
  /** What the api said to a different decision afterwards: the choice that was made. */
  refusedWith: string | undefined
}>

const NAME_AT_BANK = 'MUSA DANJUMA'
const TWO_DAYS_SECONDS = 2 * 24 * 60 * 60
// The api keeps what it knows of a key for four seconds, with the fee plan of its business.
const KEYS_FRESH_MS = 5_000

/** Two clients of one business. They repeat a call for as long as a killed process may be away. */
export function clientsOf({ apiUrl, testKey, businessId, linkTag }: LiveStack): readonly [Afara, Afara] {
  const open = () =>
    new Afara({ key: testKey, baseUrl: apiUrl, businessId, linkTag, maxRetries: 40, deadlineMs: 120_000 })
  return [open(), open()]
}

/**
 * Brings every transaction to its question, in the order of the plans. Those that wait for days come first, because the clock of the
 * business makes all of its open transactions older.
 */
export async function openQuestions(
  client: Afara,
  plans: readonly Plan[],
  setFee: (minor: bigint) => Promise<void>,
): Promise<readonly Asked[]> {
  const asked = new Map<Plan, Asked[]>()
  const keep = (plan: Plan, one: Asked) => asked.set(plan, [...(asked.get(plan) ?? []), one])
  const open = async (after: Plan['after'], meanwhile?: () => Promise<void>) => {
    const due = plans.filter((plan) => plan.after === after)
    const begun = await Promise.all(due.map(async (plan) => ({ plan, id: await plan.begin(client) })))
    await meanwhile?.()
    await Promise.all(begun.map(async ({ plan, id }) => keep(plan, await readQuestion(client, plan, id))))
  }
  await open('two_days', async () => {
    await client.sandbox.advanceClock(TWO_DAYS_SECONDS)
  })
  await setFee(HIGH_FEE_MINOR)
  await sleep(KEYS_FRESH_MS)
  await open('high_fee')
  await setFee(0n)
  await sleep(KEYS_FRESH_MS)
  await open(undefined)
  return plans.map((plan) => {
    const one = asked.get(plan)?.shift()
    if (one === undefined) throw new Error(`${plan.name} has no question`)
    return one
  })
}

/** Waits for the question, which its transaction must tell with all of its parts. */
async function readQuestion(client: Afara, plan: Plan, transactionId: string): Promise<Asked> {
  const { choice, name, code } = plan
  if (choice === undefined) return { transactionId, caseId: undefined, other: undefined, decision: undefined }
  const one = await until(`${name} is asked about ${transactionId}`, async () => {
    for await (const each of client.cases.list({ transaction_id: transactionId, state: 'open' }))
      if (each.code === code) return each
    return undefined
  })
  const offered = one.choices.map((each) => each.choice)
  if (!offered.includes(choice)) throw new Error(`${name} is not offered: ${offered.join(', ')}`)
  const { needs, reason } = await client.transactions.get(transactionId)
  const need = needs.find(({ case_id: id }) => id === one.case_id)
  const isTold =
    need !== undefined &&
    need.code === code &&
    need.message === reason &&
    need.choices?.join() === offered.join() &&
    need.due_at === one.due_at &&
    need.default === one.default
  if (!isTold)
    throw new Error(`${name}: the transaction does not tell its question: ${JSON.stringify(needs)}`)
  return {
    transactionId,
    caseId: one.case_id,
    other: offered.find((each) => each !== choice && each !== 'beneficiary' && each !== 'wallet'),
    decision: await decisionOf(client, one, choice),
  }
}

/** Another beneficiary is the same account under the name that the bank has, or another account if the first cannot be paid. */
async function decisionOf(
  client: Afara,
  { transaction_id: id, code }: Case,
  choice: CaseDecisionRequest['choice'],
): Promise<CaseDecisionRequest> {
  if (choice === 'wallet')
    return {
      choice,
      network: 'Polygon',
      wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    }
  if (choice !== 'beneficiary') return { choice }
  if (code !== 'name_differs')
    return { choice, bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' }
  const told = await client.transactions.get(id)
  if (told.type !== 'Sell') throw new Error('only a sell has a beneficiary')
  const { bank_name, account_number } = told
  return { choice, bank_name, account_number, account_name: NAME_AT_BANK }
}
