import { acceptedTransaction } from './accepted.ts'
import { expectEqual, expectWithin } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import type { Vendor } from './vendor-accounts.ts'
import type { Changes } from './world.ts'

/** Rules for the account into which a buy says that it is paid. */
export const paidAccountStatements: readonly Statement[] = [
  ...(['vendor_name', 'vendor_bank', 'vendor_number'] as const).map((field) =>
    statement(
      `a buy in which only ${field} does not match the account is 422 unknown_vendor`,
      async ({ buy }) => {
        const other = {
          vendor_name: 'TEST ONLY: Drained',
          vendor_bank: 'Providus Bank',
          vendor_number: '1000000002',
        }
        expectRefusal(await buy({ [field]: other[field] }), 422, 'unknown_vendor', 'vendor_number')
      },
    ),
  ),

  statement('a buy into an account that is being drained is still accepted', async ({ buy, vendors }) => {
    const answer = await buy(paid(vendors.drainingTest))
    expectWithin(
      'the transaction',
      acceptedTransaction(answer),
      { link_account_number: vendors.drainingTest.vendorNumber },
      answer,
    )
  }),

  ...(['frozenTest', 'closedTest'] as const).map((name) =>
    statement(`a buy into the account ${name} is 422 unknown_vendor`, async ({ buy, vendors }) => {
      expectRefusal(await buy(paid(vendors[name])), 422, 'unknown_vendor', 'vendor_number')
    }),
  ),

  statement(
    'a buy into the business’s own dedicated account is accepted',
    async ({ buy, vendors, parties }) => {
      const answer = await buy(paid(vendors.dedicatedTest), { as: parties.zainab })
      expectEqual(
        'name',
        acceptedTransaction(answer)['link_account_name'],
        vendors.dedicatedTest.vendorName,
        answer,
      )
    },
  ),

  statement('a business with a dedicated account may still name a shared one', async ({ buy, parties }) => {
    acceptedTransaction(await buy({}, { as: parties.zainab }))
  }),

  statement(
    'an account dedicated to another business gets the same 422 unknown_vendor as an account that does not exist',
    async (world) => {
      const anothers = await world.buy(paid(world.vendors.dedicatedTest))
      const nobodys = await world.buy({ ...paid(world.vendors.dedicatedTest), vendor_number: '1999999999' })
      const words = [anothers, nobodys].map(
        (answer) => expectRefusal(answer, 422, 'unknown_vendor', 'vendor_number')['message'],
      )
      expectEqual('the messages of both', words[0], words[1])
    },
  ),

  statement('a live key that names a test account gets its own error code', async ({ buy, vendors }) => {
    const answer = await buy(paid(vendors.sharedTest), { mode: 'live' })
    expectRefusal(answer, 422, 'test_vendor_with_live_key', 'vendor_number')
  }),

  statement('a test key that names a live account is 422 unknown_vendor', async ({ buy, vendors }) => {
    expectRefusal(await buy(paid(vendors.sharedLive)), 422, 'unknown_vendor', 'vendor_number')
  }),
]

export function paid({ vendorName, vendorBank, vendorNumber }: Vendor): Changes {
  return { vendor_name: vendorName, vendor_bank: vendorBank, vendor_number: vendorNumber }
}
