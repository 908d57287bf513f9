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
  /** The request came before, and the world has had its part. */
  isReplay: boolean
  /** Its payment as the buy tells of it, to be changed as the scenario wants. */
  payment: SandboxPayment
}>

/** Who pays and who receives, where the caller does not choose; `part` tells many buys of one run apart. */
export type BuyParties = Readonly<{ payerName?: string; wallet?: Wallet; part?: number }>

/** Makes a buy of a payer of its own, who has yet to pay. */
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
    // Of many at once only the first could have it.
    idempotencyKey: more.part === undefined ? given.idempotencyKey : null,
  })
  const payment = { accountNumber: paidInto.accountNumber, amount, payer, remark: `sandbox ${name}` }
  return { id: buy.id, amount, paidInto, payer, isReplay, payment }
}
