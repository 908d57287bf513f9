import { acceptedTransaction } from './accepted.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectTrue } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import { polygonWallet } from './world.ts'

export const duplicateSellStatements: readonly Statement[] = [
  statement(
    'the same sell again without a reference is 409 possible_duplicate and names the first',
    async ({ sell }) => {
      const changes = { amount: spelled('2001') }
      const first = acceptedTransaction(await sell(changes))['transaction_id']
      const answer = await sell(changes)
      const body = expectRefusal(answer, 409, 'possible_duplicate', 'reference')
      expectTrue('the first is named', JSON.stringify(body).includes(String(first)), answer)
    },
  ),

  statement('a possible duplicate is recognised after parsing, however it is spelt', async ({ sell }) => {
    acceptedTransaction(await sell({ amount: spelled('2002'), bank_name: 'GTBank' }))
    const answer = await sell({ amount: spelled('"2002.00"'), bank_name: '058' })
    expectRefusal(answer, 409, 'possible_duplicate')
  }),

  statement('a second sell with its own reference or key is accepted', async ({ sell, unused }) => {
    const changes = { amount: spelled('2003') }
    const answers = [
      await sell(changes),
      await sell({ ...changes, reference: unused() }),
      await sell(changes, { headers: { 'idempotency-key': unused() } }),
    ]
    const ids = new Set(answers.map((answer) => acceptedTransaction(answer)['transaction_id']))
    expectEqual('how many sells', ids.size, 3)
  }),

  statement('a sell with another amount, account, bank or wallet is not a duplicate', async ({ sell }) => {
    for (const changes of [
      { amount: spelled('2004') },
      { amount: spelled('2004.01') },
      { amount: spelled('2004'), account_number: '0123456780' },
      { amount: spelled('2004'), bank_name: 'Zenith Bank' },
      { amount: spelled('2004'), network: 'Polygon', wallet_address: polygonWallet },
    ]) {
      acceptedTransaction(await sell(changes))
    }
  }),

  statement('the same sell of another business is not a duplicate', async ({ sell, parties }) => {
    acceptedTransaction(await sell({ amount: spelled('2005') }))
    acceptedTransaction(await sell({ amount: spelled('2005') }, { as: parties.withFees }))
  }),
]
