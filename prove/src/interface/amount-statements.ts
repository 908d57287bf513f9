import { acceptedTransaction } from './accepted.ts'
import { digits, spelled } from './exact-json.ts'
import { expectEqual } from './expect.ts'
import { expectRefusal, problemOf } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'

/** Characters that are sent, and the digits that come back. */
const accepted: ReadonlyArray<readonly [sent: string, printed: string]> = [
  ['15000', '15000'],
  ['15000.0', '15000'],
  ['15000.00', '15000'],
  ['"15000"', '15000'],
  ['"15000.00"', '15000'],
  ['15000.5', '15000.5'],
  ['15000.50', '15000.5'],
  ['"15000.50"', '15000.5'],
  ['15000.05', '15000.05'],
  ['15000.10', '15000.1'],
  ['15000.01', '15000.01'],
  ['100000.29', '100000.29'],
  ['20000000', '20000000'],
  ['249999999.99', '249999999.99'],
  ['250000000', '250000000'],
]

const refused: ReadonlyArray<readonly [sent: string, code: string, because: string]> = [
  ['1.5e4', 'amount_malformed', 'an exponent'],
  ['15E3', 'amount_malformed', 'an exponent'],
  ['"15e3"', 'amount_malformed', 'an exponent'],
  ['15000.001', 'amount_too_fine', 'three decimals'],
  ['15000.000', 'amount_too_fine', 'three decimals, even if they are zeros'],
  ['15000.0000000000000001', 'amount_too_fine', 'a float would round the wrong digits away'],
  ['14999.9999999999999999', 'amount_too_fine', 'a float would round it to the minimum'],
  ['-15000', 'amount_malformed', 'a sign'],
  ['"-15000"', 'amount_malformed', 'a sign'],
  ['"+15000"', 'amount_malformed', 'a sign'],
  ['"15,000"', 'amount_malformed', 'grouping'],
  ['"15 000"', 'amount_malformed', 'grouping'],
  ['" 15000"', 'amount_malformed', 'a space'],
  ['"015000"', 'amount_malformed', 'a leading zero'],
  ['"15000."', 'amount_malformed', 'a point without decimals'],
  ['".5"', 'amount_malformed', 'decimals without a whole number'],
  ['""', 'amount_malformed', 'an empty text'],
  ['"₦15000"', 'amount_malformed', 'a currency'],
  ['"١٥٠٠٠"', 'amount_malformed', 'digits of another script'],
  ['"NaN"', 'amount_malformed', 'no digits'],
  ['null', 'field_type', 'null'],
  ['true', 'field_type', 'a truth value'],
  ['[15000]', 'field_type', 'a list'],
  ['{"value":15000}', 'field_type', 'an object'],
]

const notJson = ['+15000', '015000', '15000.', '.5', '0x3A98', 'NaN', 'Infinity', '15_000', '15000n']

export const amountStatements: readonly Statement[] = [
  ...accepted.map(([sent, printed]) =>
    statement(`a buy of ${sent} is accepted and printed as ${printed}`, async ({ buy }) => {
      const answer = await buy({ amount: spelled(sent) })
      expectEqual('amount', acceptedTransaction(answer)['amount'], digits(printed), answer)
    }),
  ),

  ...refused.map(([sent, code, because]) =>
    statement(`a buy of ${sent} is 422 ${code} (${because})`, async ({ buy }) => {
      expectRefusal(await buy({ amount: spelled(sent) }), 422, code, 'amount')
    }),
  ),

  ...notJson.map((sent) =>
    statement(`a buy of ${sent} is not JSON: 400`, async ({ buy }) => {
      expectRefusal(await buy({ amount: spelled(sent) }), 400, 'malformed')
    }),
  ),

  statement(
    'an amount that appears twice is refused, because it is unclear which one was meant',
    async ({ buy }) => {
      expectRefusal(await buy({ amount: spelled('15000,"amount":20000') }), 400, 'malformed')
      expectRefusal(await buy({ amount: spelled('15000,"\\u0061mount":20000') }), 400, 'malformed')
    },
  ),

  ...['14999.99', '14999', '0.01', '0'].map((sent) =>
    statement(
      `a buy of ${sent} is below the minimum: 422 with the bound 15000 in the body`,
      async ({ buy }) => {
        const answer = await buy({ amount: spelled(sent) })
        expectRefusal(answer, 422, 'amount_below_minimum', 'amount')
        expectEqual('minimum', problemOf(answer, 'amount')['minimum'], digits('15000'), answer)
      },
    ),
  ),

  ...['250000000.01', '90071992547409930', '123456789012345678901234567890.99'].map((sent) =>
    statement(`a buy of ${sent} is above the maximum: 422 with the bound in the body`, async ({ buy }) => {
      const answer = await buy({ amount: spelled(sent) })
      expectRefusal(answer, 422, 'amount_above_maximum', 'amount')
      expectEqual('maximum', problemOf(answer, 'amount')['maximum'], digits('250000000'), answer)
    }),
  ),

  ...(
    [
      ['99.99', 'amount_below_minimum', 'minimum', '100'],
      ['250000000.01', 'amount_above_maximum', 'maximum', '250000000'],
    ] as const
  ).map(([sent, code, bound, value]) =>
    statement(`a sell of ${sent} is 422 with the ${bound} ${value} in the body`, async ({ sell }) => {
      const answer = await sell({ amount: spelled(sent) })
      expectRefusal(answer, 422, code, 'amount')
      expectEqual(bound, problemOf(answer, 'amount')[bound], digits(value), answer)
    }),
  ),

  ...(
    [
      ['100', '100'],
      ['"100.50"', '100.5'],
      ['15000.05', '15000.05'],
    ] as const
  ).map(([sent, printed]) =>
    statement(`a sell of ${sent} is accepted and printed as ${printed}`, async ({ sell, unused }) => {
      const answer = await sell({ amount: spelled(sent), reference: unused() })
      expectEqual('amount', acceptedTransaction(answer)['amount'], digits(printed), answer)
    }),
  ),

  statement('a sell follows the same rules of spelling an amount', async ({ sell }) => {
    for (const [sent, code] of refused)
      expectRefusal(await sell({ amount: spelled(sent) }), 422, code, 'amount')
  }),
]
