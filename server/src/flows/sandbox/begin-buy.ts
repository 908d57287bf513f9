import { type Money, money } from '../../kernel/money/money.ts'
import type { SandboxPayer, SandboxPayment } from '../../movements/sandbox/sandbox-world.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { buyBounds } from '../../records/limits/transaction-bounds.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { chooseAccount, chooseNetwork, drawPerson, drawWallet, sandboxBank } from './sandbox-parties.ts'
import type { ScenarioCall, ScenarioDeps } from './scenario.ts'

const USUAL_AMOUNT = buyBounds.minimum

export type BegunBuy = Readonly<{
  id: string
  amount: Money
  paidInto: VendorAccount
  payer: SandboxPayer
  /** True for a repeated request, whose payments have already been simulated. */
  isReplay: boolean
  /** The payment that the buy names. A scenario may change it. */
  payment: SandboxPayment
}>

/** Payer and wallet, if the scenario chooses them. `part` distinguishes the buys of one run. */
export type BuyParties = Readonly<{ payerName?: string; wallet?: Wallet; part?: number }>

/** Creates a buy with its own payer, who has not paid yet. */
export async function beginBuy(
  deps: ScenarioDeps,
  { name, asking, given }: ScenarioCall,
  more: BuyParties = {},
): Promise<BegunBuy> {
  const paidInto = await chooseAccount(deps.vendorAccounts, asking.tenant)
  const own = given.reference ?? given.idempotencyKey ?? crypto.randomUUID()
  const words = [asking.tenant.businessId, name, own, String(more.part ?? 0)]
  const drawn = drawPerson(...words)
  const bank = given.bank ?? sandboxBank
  const payer = {
    accountNumber: given.accountNumber ?? drawn.accountNumber,
    name: more.payerName ?? given.accountName ?? drawn.name,
    bankCode: bank.code,
  }
  // The bank of the payer knows its customer, so that naira can go back. An account that the caller names keeps its name.
  if (given.accountNumber === undefined)
    await deps.world.nameAccount({ bankCode: payer.bankCode, accountNumber: payer.accountNumber }, payer.name)
  const amount = given.amountMinor === undefined ? USUAL_AMOUNT : money('NGN', given.amountMinor)
  const { buy, isReplay } = await deps.buys.accept(asking, {
    amount,
    paidInto,
    payer: {
      bankCode: payer.bankCode,
      bankName: bank.name,
      accountNumber: payer.accountNumber,
      accountName: payer.name,
    },
    wallet:
      more.wallet ??
      given.wallet ??
      (await drawWallet(deps, chooseNetwork(deps.world, given.network), ...words)),
    reference: given.reference,
    // The buys of one run cannot share an idempotency key.
    idempotencyKey: more.part === undefined ? given.idempotencyKey : null,
  })
  const payment = { accountNumber: paidInto.accountNumber, amount, payer, remark: `sandbox ${name}` }
  return { id: buy.id, amount, paidInto, payer, isReplay, payment }
}
