import { expectReplayed } from './accepted.ts'
import type { Answer } from './caller.ts'
import { digits, spelled } from './exact-json.ts'
import { expectEqual, expectFields, expectStatus, expectTrue, objectOf, textOf } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'

const PATH = '/transactions/v1'

/** An expected buy has its account to pay before the payment, and what arrives is told as figures. */
export const expectedStatements: readonly Statement[] = [
  statement('an expected buy is accepted with 200 and says what to pay, and where', async ({ expectBuy }) => {
    const answer = await expectBuy()
    const { transaction, payInto } = readExpected(answer)
    expectEqual('status', transaction['status'], 'pending_payment', answer)
    expectFields(
      'pay_into',
      payInto,
      ['amount', 'account_number', 'account_name', 'bank_name', 'is_shared', 'code', 'pay_before'],
      answer,
    )
    expectEqual('amount', payInto['amount'], digits('15000'), answer)
    expectTrue(
      'the account number has ten digits',
      /^[0-9]{10}$/.test(textOf('number', payInto['account_number'], answer)),
      answer,
    )
  }),

  statement('a repeated expected buy returns the same transaction, code and account', async (world) => {
    const reference = world.unused()
    const first = await world.expectBuy({ reference })
    const again = await world.expectBuy({ reference })
    expectReplayed(again)
    const [one, other] = [readExpected(first), readExpected(again)]
    expectEqual(
      'transaction_id',
      other.transaction['transaction_id'],
      one.transaction['transaction_id'],
      again,
    )
    for (const field of ['account_number', 'code'])
      expectEqual(field, other.payInto[field], one.payInto[field], again)
    const changed = await world.expectBuy({ reference, amount: spelled('16000') })
    expectRefusal(changed, 409, 'reference_conflict')
  }),

  statement('an expected buy of too little, or of an unknown field, is refused', async ({ expectBuy }) => {
    expectRefusal(await expectBuy({ amount: spelled('14999') }), 422, 'amount_below_minimum')
    expectRefusal(await expectBuy({ wallet: 'x' }), 422, 'field_unknown')
  }),

  statement('nothing is received for a new buy, and every payment is matched', async ({ expectBuy, get }) => {
    const id = textOf('id', readExpected(await expectBuy()).transaction['id'])
    const read = await get(`${PATH}/${id}`)
    expectStatus(read, 200)
    expectEqual('received', objectOf('the body', read.json, read)['received'], null, read)
    const unmatched = await get(`${PATH}/unmatched`)
    expectStatus(unmatched, 200)
    const body = objectOf('the body', unmatched.json, unmatched)
    expectFields('the body', body, ['status', 'message', 'payments', 'next', 'has_more'], unmatched)
    expectEqual('payments', body['payments'], [], unmatched)
  }),
]

function readExpected(answer: Answer) {
  expectStatus(answer, 200)
  const body = objectOf('the body', answer.json, answer)
  expectFields('the body', body, ['status', 'message', 'transaction', 'pay_into'], answer)
  return {
    transaction: objectOf('transaction', body['transaction'], answer),
    payInto: objectOf('pay_into', body['pay_into'], answer),
  }
}
