import { atPar, type Money, money, subtract } from '../../kernel/money/money.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import { assert } from '../../kernel/refusal.ts'
import type { PayoutTarget } from '../../movements/sandbox/sandbox-world.ts'
import { chooseNetwork, drawPerson, drawWallet, sandboxBank } from './sandbox-parties.ts'
import type { ScenarioCall, ScenarioDeps } from './scenario.ts'

const USUAL_NAIRA = 5_000n

export type BegunSell = Readonly<{
  id: string
  network: NetworkName
  /** The deposit address of the sell and the number of tokens. */
  address: string
  amount: Money
  /** The beneficiary and the amount of naira. */
  payout: PayoutTarget
  isReplay: boolean
}>

/** Creates a sell whose tokens are not sent yet, with its own beneficiary. */
export async function beginSell(
  deps: ScenarioDeps,
  { name, asking, given }: ScenarioCall,
  more: Readonly<{ payeeName?: string; beforeAccepted?: (accountNumber: string) => Promise<void> }> = {},
): Promise<BegunSell> {
  const own = given.reference ?? given.idempotencyKey ?? crypto.randomUUID()
  const words = [asking.tenant.businessId, name, own]
  const drawn = drawPerson(...words)
  const bank = given.bank ?? sandboxBank
  const accountNumber = given.accountNumber ?? drawn.accountNumber
  // Adds some kobo, because the simulator finds the payout by account and amount.
  const kobo = BigInt(drawn.accountNumber.slice(-2))
  const amount = money('NGNC', given.amountMinor ?? USUAL_NAIRA * 100n + kobo)
  const network = chooseNetwork(deps.world, given.wallet?.network ?? given.network)
  await more.beforeAccepted?.(accountNumber)
  const { sell, isReplay } = await deps.sells.accept(asking, {
    amount,
    payee: {
      bankCode: bank.code,
      bankName: bank.name,
      accountNumber,
      accountName: more.payeeName ?? given.accountName ?? null,
    },
    wallet: given.wallet ?? (await drawWallet(deps, network, ...words)),
    reference: given.reference,
    idempotencyKey: given.idempotencyKey,
  })
  assert(sell.depositAddress !== null, 'a sell from a wallet must have a deposit address')
  const naira = atPar(subtract(amount, sell.fee), 'NGN')
  const payout = { accountNumber, amount: naira }
  return { id: sell.id, network, address: sell.depositAddress, amount, payout, isReplay }
}
