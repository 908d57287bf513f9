import type { Answer } from './caller.ts'
import { expectEqual, expectFields, expectStatus, expectTrue, objectOf } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import type { World } from './world.ts'

const PATH = '/collections/v1/numbers'
const UNKNOWN = `${PATH}/num_01a1dcc33c477feca0d6d2cee34c8ce8`
const BVN = '22233344455'

async function obtain(world: World, changes: object = {}): Promise<Answer> {
  const { obi } = world.parties
  return world.api.ask(PATH, {
    method: 'POST',
    body: JSON.stringify({
      business_id: obi.businessId,
      link_tag: obi.linkTag,
      reference: world.unused(),
      customer_name: 'Ada Obi',
      identity_type: 'bvn',
      identity_reference: 'idv_7f3a9c2e51b8',
      ...changes,
    }),
    headers: {
      'svc-sec-key': obi.keys.test,
      'content-type': 'application/json',
      accept: 'application/json',
    },
  })
}

/** A standing number needs the approval of two operators, and never the BVN itself. */
export const customerNumberStatements: readonly Statement[] = [
  statement(
    'a business that was not approved gets no standing number, and is told what to use',
    async (world) => {
      const refused = await obtain(world)
      expectRefusal(refused, 403, 'customer_numbers_off')
      expectTrue('the reply names the other way', refused.text.includes('onramp/expected'), refused)
    },
  ),

  statement('a BVN in place of its reference is refused and not repeated', async (world) => {
    const refused = await obtain(world, { identity_reference: BVN })
    expectRefusal(refused, 422, 'identity_number_sent')
    expectTrue('the reply does not contain it', !refused.text.includes(BVN), refused)
    expectRefusal(await obtain(world, { bvn: BVN }), 422, 'field_unknown')
  }),

  statement('a list of standing numbers is a page, and an unknown number is 404', async ({ get }) => {
    const list = await get(PATH)
    expectStatus(list, 200)
    const body = objectOf('the body', list.json, list)
    expectFields('the body', body, ['status', 'message', 'numbers', 'next', 'has_more'], list)
    expectEqual('numbers', body['numbers'], [], list)
    expectRefusal(await get(UNKNOWN), 404, 'number_unknown')
  }),
]
