import { acceptedId, acceptedTransaction } from './accepted.ts'
import {
  expectEqual,
  expectFields,
  expectMatch,
  expectStatus,
  expectTrue,
  listOf,
  objectOf,
} from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'

const PATH = '/transactions/v1'

/** The status of a transaction is visible only to the business that made it. */
export const transactionStatements: readonly Statement[] = [
  statement('a buy is returned with the same fields as when it was accepted', async ({ buy, get }) => {
    const accepted = acceptedTransaction(await buy())
    const read = await get(`${PATH}/${String(accepted['transaction_id'])}`)
    expectEqual(
      'the transaction',
      JSON.stringify(acceptedTransaction(read, ['received'])),
      JSON.stringify(accepted),
      read,
    )
  }),

  statement(
    'a sell is returned with the same fields as when it was accepted',
    async ({ sell, get, unused }) => {
      const accepted = acceptedTransaction(await sell({ reference: unused() }))
      const read = await get(`${PATH}/${String(accepted['transaction_id'])}`)
      expectEqual(
        'the transaction',
        JSON.stringify(acceptedTransaction(read, ['received'])),
        JSON.stringify(accepted),
        read,
      )
    },
  ),

  statement('the timeline of a new buy says that the payer still has the money', async ({ buy, get }) => {
    const id = acceptedId(await buy())
    const answer = await get(`${PATH}/${id}/timeline`)
    expectStatus(answer, 200)
    const body = objectOf('the body', answer.json, answer)
    expectFields('the body', body, ['status', 'message', 'timeline'], answer)
    const timeline = objectOf('timeline', body['timeline'], answer)
    expectFields(
      'timeline',
      timeline,
      ['id', 'transaction_id', 'status', 'holder', 'expected_by', 'steps'],
      answer,
    )
    expectEqual('transaction_id', timeline['transaction_id'], id, answer)
    expectEqual('holder', timeline['holder'], 'payer', answer)
    const [step, ...more] = listOf('steps', timeline['steps'], answer)
    expectEqual('how many more steps there are', more.length, 0, answer)
    const first = objectOf('the step', step, answer)
    const fields = ['at', 'event', 'status', 'sentence', 'holder', 'expected_by', 'evidence']
    expectFields('the step', first, fields, answer)
    expectEqual('event', first['event'], 'accepted', answer)
    expectEqual('status', first['status'], 'pending_payment', answer)
    expectMatch('sentence', first['sentence'], /\S/, answer)
  }),

  ...['', '/timeline'].map((end) =>
    statement(
      `${PATH}/{id}${end} of the other mode or of another business is 404, like an unknown one`,
      async ({ buy, get, parties }) => {
        const id = acceptedId(await buy())
        const never = `txn_${id.slice(4, 16)}7${id.slice(17, 20)}8${id.slice(21, -6)}000000`
        const answers = [
          await get(`${PATH}/${id}${end}`, parties.zainab.keys.test),
          await get(`${PATH}/${id}${end}`, parties.obi.keys.live),
          await get(`${PATH}/${never}${end}`),
        ]
        // The answer names the id that was asked for, and nothing else may differ.
        const said = answers.map((answer, place) =>
          String(expectRefusal(answer, 404, 'transaction_unknown')['message']).replace(
            place === 2 ? never : id,
            'the id',
          ),
        )
        expectTrue('all three answers are the same', new Set(said).size === 1)
      },
    ),
  ),

  statement(
    'a text that does not have the form of an id is 404 unknown URL, with and without a key',
    async (world) => {
      const id = acceptedId(await world.buy())
      for (const wrong of [
        id.slice(0, -1),
        `${id}0`,
        id.toUpperCase(),
        id.slice(4),
        `${id}/`,
        `${id}/timeline/`,
      ]) {
        expectRefusal(await world.get(`${PATH}/${wrong}`), 404, 'not_found')
        expectRefusal(await world.api.ask(`${PATH}/${wrong}`), 404, 'not_found')
      }
    },
  ),
]
