import { money } from '../../../kernel/money/money.ts'
import { chooseAccount } from '../choose-account.ts'
import { drawPerson } from '../draw-person.ts'
import { sandboxBank } from '../sandbox-bank.ts'
import type { Scenario } from '../scenario.ts'

const USUAL_MINOR = 15_000_00n

export const paymentWithoutClaim: Scenario = {
  name: 'payment_without_claim',
  type: null,
  sentence: 'Naira comes that nobody has claimed: it waits for its claim.',
  does: 'Pays into your test account and makes no buy. Make one with the `payment` of the answer, and it is paid at once.',
  takes: ['amount', 'bank_name', 'account_number', 'account_name'],
  expect: [],
  run: async ({ vendorAccounts, world }, { name, asking, given }) => {
    const paidInto = await chooseAccount(vendorAccounts, asking.tenant)
    const drawn = drawPerson(asking.tenant.businessId, name, crypto.randomUUID())
    const amount = money('NGN', given.amountMinor ?? USUAL_MINOR)
    const bank = given.bank ?? sandboxBank
    const payer = {
      accountNumber: given.accountNumber ?? drawn.accountNumber,
      name: given.accountName ?? drawn.name,
      bankCode: bank.code,
    }
    const { accountNumber } = paidInto
    await world.pay([{ accountNumber, amount, payer, remark: `sandbox ${name}` }])
    const { accountNumber: payerNumber, name: accountName } = payer
    const told = { bankName: bank.name, accountNumber: payerNumber, accountName }
    return { transactionIds: [], payment: { accountNumber, amount, payer: told } }
  },
}
