import { spelled } from './exact-json.ts'
import { expectStatus, expectTrue } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'

const required = [
  'business_id',
  'link_tag',
  'type',
  'amount',
  'vendor_name',
  'vendor_bank',
  'vendor_number',
  'bank_name',
  'account_number',
]

/** Rules for the fields of a buy. */
export const buyFieldStatements: readonly Statement[] = [
  ...required.map((field) =>
    statement(`a buy without ${field} is refused, naming the field`, async ({ buy }) => {
      expectRefusal(await buy({ [field]: undefined }), 422, 'field_required', field)
    }),
  ),

  ...required
    .filter((field) => field !== 'amount')
    .map((field) =>
      statement(
        `a buy whose ${field} is a number and not text is refused, naming the field`,
        async ({ buy }) => {
          const code = field === 'type' ? 'field_invalid' : 'field_type'
          expectRefusal(await buy({ [field]: spelled('1234567890') }), 422, code, field)
        },
      ),
    ),

  statement('a buy with several wrong fields gets an error for each of them', async ({ buy }) => {
    const answer = await buy({
      amount: spelled('1'),
      bank_name: 'No Such Bank At All',
      wallet_address: '0x123',
    })
    for (const field of ['amount', 'bank_name', 'wallet_address']) {
      expectRefusal(answer, 422, 'amount_below_minimum', field)
    }
  }),

  statement('a field that the interface does not know is refused, naming it', async ({ buy }) => {
    expectRefusal(await buy({ callback_url: 'https://example.com' }), 422, 'field_unknown', 'callback_url')
    expectRefusal(await buy({ vendorName: 'misspelt' }), 422, 'field_unknown', 'vendorName')
  }),

  statement('a field called __proto__ is unknown like any other', async (world) => {
    const body = world.buyBody().replace('{', '{"__proto__":{"type":"buy_ramp"},')
    const answer = await world.api.ask('/transactions/v1/onramp', {
      method: 'POST',
      body,
      headers: { 'svc-sec-key': world.parties.obi.keys.test, 'content-type': 'application/json' },
    })
    expectRefusal(answer, 422, 'field_unknown', '__proto__')
  }),

  ...['012345678', '01234567890', '012345678x', '٠١٢٣٤٥٦٧٨٩', ' 123456789'].map((account_number) =>
    statement(
      `a buy whose account_number is "${account_number}" is refused, because it must have ten digits`,
      async ({ buy }) => {
        expectRefusal(await buy({ account_number }), 422, 'field_invalid', 'account_number')
      },
    ),
  ),

  statement('an unknown bank is refused with suggestions', async ({ buy }) => {
    const answer = await buy({ bank_name: 'Zenit Bnk' })
    const body = expectRefusal(answer, 422, 'bank_unknown', 'bank_name')
    const [problem] = body['errors'] as ReadonlyArray<
      Readonly<{ suggestions?: ReadonlyArray<{ name: string }> }>
    >
    expectTrue(
      'Zenith Bank is suggested',
      problem?.suggestions?.some(({ name }) => /zenith/i.test(name)) === true,
      answer,
    )
  }),

  statement(
    'business_id or link_tag of another business is 403 business_mismatch',
    async ({ buy, parties }) => {
      const { businessId: business_id, linkTag: link_tag } = parties.zainab
      for (const changes of [
        { business_id, link_tag },
        { business_id },
        { link_tag },
        { business_id: 'biz_0' },
      ]) {
        expectRefusal(await buy(changes), 403, 'business_mismatch', 'business_id')
      }
    },
  ),

  statement('text in other scripts is accepted unchanged', async ({ buy }) => {
    expectStatus(await buy({ account_name: 'Ọlọ́runfẹ́mi Ṣadé 李' }), 200)
  }),

  statement('text with a control character is refused', async ({ buy }) => {
    expectRefusal(await buy({ account_name: 'ADA\u0000OBI' }), 422, 'field_invalid', 'account_name')
    expectRefusal(await buy({ bank_name: 'GT\nBank' }), 422, 'field_invalid', 'bank_name')
  }),
]
