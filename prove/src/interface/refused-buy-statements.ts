import { acceptedTransaction } from './accepted.ts'
import type { Answer } from './caller.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectWithin, type JsonObject } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import type { Changes, How, World } from './world.ts'

/** The payer of a refused buy may have paid anyway, so a refused buy that names one of our accounts is kept. */
export const refusedBuyStatements: readonly Statement[] = [
  statement('a refused buy that names one of our accounts is stored word for word', async (world) => {
    const { answer, kept } = await refuse(world, { amount: spelled('14999.990'), bank_name: 'GTBank' })
    expectRefusal(answer, 422, 'amount_too_fine')
    expectEqual('how many are stored', kept.length, 1)
    expectWithin('the stored buy', kept[0], {
      business_id: world.parties.obi.uuid,
      mode: 'test',
      code: 'amount_too_fine',
      number: world.vendors.sharedTest.vendorNumber,
      times: 1,
    })
    expectWithin('its words', kept[0]?.['request'], {
      amount: '14999.990',
      bank_name: 'GTBank',
      type: 'buy_ramp',
    })
  }),

  ...(
    [
      ['below the minimum', { amount: spelled('10') }, 422, 'amount_below_minimum'],
      ['with an unknown bank', { bank_name: 'No Such Bank At All' }, 422, 'bank_unknown'],
      ['with a field missing', { account_number: undefined }, 422, 'field_required'],
      ['with a field of the wrong type', { account_number: spelled('123') }, 422, 'field_type'],
      ['with an address that cannot be', { wallet_address: '0x1' }, 422, 'wallet_address_invalid'],
      ['with half a wallet', { network: undefined }, 422, 'wallet_incomplete'],
    ] as ReadonlyArray<readonly [string, Changes, number, string]>
  ).map(([what, changes, status, code]) =>
    statement(`a buy ${what} is refused and stored`, async (world) => {
      const { answer, kept } = await refuse(world, changes)
      expectRefusal(answer, status, code)
      expectEqual(
        'the stored codes',
        kept.map(({ code }) => code),
        [code],
      )
    }),
  ),

  statement(
    'a buy that names another business is refused and stored for the business of the key',
    async (world) => {
      const { businessId: business_id, linkTag: link_tag } = world.parties.zainab
      const { answer, kept } = await refuse(world, { business_id, link_tag })
      expectRefusal(answer, 403, 'business_mismatch')
      expectEqual(
        'the business of the stored buys',
        kept.map(({ business_id }) => business_id),
        [world.parties.obi.uuid],
      )
    },
  ),

  statement('a buy without a required wallet is refused and stored', async (world) => {
    const noWallet = { network: undefined, wallet_address: undefined }
    const { answer, kept } = await refuse(world, noWallet, { as: world.parties.withoutBalance })
    expectRefusal(answer, 422, 'wallet_required')
    expectEqual(
      'the stored codes',
      kept.map(({ code }) => code),
      ['wallet_required'],
    )
  }),

  statement('a buy whose reference belongs to another transaction is refused and stored', async (world) => {
    const reference = world.unused()
    acceptedTransaction(await world.buy({ reference }))
    expectRefusal(await world.buy({ reference, amount: spelled('16000') }), 409, 'reference_conflict')
    const kept = await readKept(world, reference)
    expectEqual(
      'the stored amounts',
      kept.map(({ request }) => (request as JsonObject)['amount']),
      ['16000'],
    )
  }),

  statement('an equal buy that is refused again is counted, but not stored again', async (world) => {
    const reference = world.unused()
    for (let time = 0; time < 3; time += 1) await world.buy({ reference, amount: spelled('1') })
    const kept = await readKept(world, reference)
    expectEqual(
      'how often they were refused',
      kept.map(({ times }) => times),
      [3],
    )
  }),

  statement('a refused buy that names none of our accounts is not stored', async (world) => {
    const { answer, kept } = await refuse(world, { vendor_number: '9999999999' })
    expectRefusal(answer, 422, 'unknown_vendor')
    expectEqual('how many are stored', kept.length, 0)
  }),

  statement(
    'a refused buy that names an account dedicated to another business is not stored',
    async (world) => {
      const { vendorName: vendor_name, vendorNumber: vendor_number } = world.vendors.dedicatedTest
      const { answer, kept } = await refuse(world, { vendor_name, vendor_number })
      expectRefusal(answer, 422, 'unknown_vendor')
      expectEqual('how many are stored', kept.length, 0)
    },
  ),

  statement('an accepted buy is not stored among the refused ones', async (world) => {
    const reference = world.unused()
    acceptedTransaction(await world.buy({ reference }))
    expectEqual('how many are stored', (await readKept(world, reference)).length, 0)
  }),

  statement('a refused buy creates no transaction and does not use up its reference', async (world) => {
    const { reference } = await refuse(world, { amount: spelled('1') })
    const { rows } = await world.records.query(
      `select (select count(*)::int from transaction where reference = $1) as transactions,
         (select count(*)::int from request_key where key = 'r:' || $1) as keys`,
      [reference],
    )
    expectEqual('the rows that it left', rows, [{ transactions: 0, keys: 0 }])
  }),
]

async function refuse(world: World, changes: Changes, how?: How) {
  const reference = world.unused()
  const answer: Answer = await world.buy({ reference, ...changes }, how)
  return { answer, reference, kept: await readKept(world, reference) }
}

async function readKept({ records }: World, reference: string): Promise<JsonObject[]> {
  const { rows } = await records.query<JsonObject>(
    `select r.business_id, r.mode, r.code, r.request, r.times, a.account_number as number
     from refused_buy r join vendor_account a on a.id = r.vendor_account_id where r.request->>'reference' = $1`,
    [reference],
  )
  return rows
}
