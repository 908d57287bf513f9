import { acceptedTransaction } from './accepted.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectFields, expectWithin, listOf, objectOf } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'

/** The business may move 100,000 a day. The order matters: each statement uses the remainder of the previous one. */
export const dailyLimitStatements: readonly Statement[] = [
  statement('a buy within the daily limit needs nothing', async ({ buy, parties }) => {
    const answer = await buy({ amount: spelled('90000') }, { as: parties.withDailyLimit })
    expectWithin('the transaction', acceptedTransaction(answer), { needs: [] }, answer)
  }),

  statement(
    'a buy over the daily limit is accepted with a blocker, because the payer may already have paid',
    async ({ buy, parties }) => {
      const answer = await buy({ amount: spelled('20000') }, { as: parties.withDailyLimit })
      const transaction = acceptedTransaction(answer)
      expectEqual('status', transaction['status'], 'pending_payment', answer)
      const needs = listOf('needs', transaction['needs'], answer).map((need) =>
        objectOf('a need', need, answer),
      )
      expectEqual(
        'the codes of needs',
        needs.map(({ code }) => code),
        ['daily_limit'],
        answer,
      )
      for (const need of needs) expectFields('a need', need, ['code', 'message'], answer)
    },
  ),

  statement(
    'the blocker is kept with the buy, and a replay shows it',
    async ({ buy, parties, records, unused }) => {
      const reference = unused()
      const ask = async () => buy({ amount: spelled('20000'), reference }, { as: parties.withDailyLimit })
      acceptedTransaction(await ask())
      const answer = await ask()
      const [need] = listOf('needs', acceptedTransaction(answer)['needs'], answer)
      expectEqual('the code of the need', objectOf('a need', need, answer)['code'], 'daily_limit', answer)
      const { rows } = await records.query(
        `select b.needs from buy b join transaction t on t.id = b.transaction_id where t.reference = $1`,
        [reference],
      )
      expectEqual('the row', rows, [{ needs: ['daily_limit'] }])
    },
  ),

  statement('a sell within the rest of the daily limit is accepted', async ({ sell, parties }) => {
    acceptedTransaction(await sell({ amount: spelled('6000') }, { as: parties.withDailyLimit }))
  }),

  statement(
    'a sell over the daily limit is 422, because nothing has been paid',
    async ({ sell, parties }) => {
      const answer = await sell({ amount: spelled('4000.01') }, { as: parties.withDailyLimit })
      expectRefusal(answer, 422, 'daily_limit', 'amount')
    },
  ),

  statement('a refused sell takes nothing from the limit', async ({ sell, parties }) => {
    acceptedTransaction(await sell({ amount: spelled('4000') }, { as: parties.withDailyLimit }))
    expectRefusal(await sell({ amount: spelled('100') }, { as: parties.withDailyLimit }), 422, 'daily_limit')
  }),
]
