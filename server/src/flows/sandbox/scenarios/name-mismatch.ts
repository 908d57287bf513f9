import { beginSell } from '../begin-sell.ts'
import { sandboxBank } from '../sandbox-bank.ts'
import type { Scenario } from '../scenario.ts'

const NAMED = 'GRACE EFFIONG'
const FOUND = 'MUSA DANJUMA'

export const nameMismatch: Scenario = {
  name: 'name_mismatch',
  type: 'sell',
  sentence:
    'The bank has another name for the beneficiary than the sell: nothing is paid, and the business must decide.',
  does: 'Makes a sell to an account of its own in one name; before its tokens arrive the bank has another. (Where the bank says so at once, a sell is refused with `beneficiary_name_mismatch`.)',
  // An account that others are paid into keeps its name.
  takes: ['amount', 'reference', 'network', 'wallet_address'],
  expect: ['sell.pending_deposit', 'sell.deposit_received', 'sell.action_required'],
  run: async (deps, call) => {
    const named = async (accountNumber: string, name: string) =>
      deps.world.nameAccount({ bankCode: sandboxBank.code, accountNumber }, name)
    const sell = await beginSell(deps, call, {
      payeeName: NAMED,
      beforeAccepted: async (number) => named(number, NAMED),
    })
    if (!sell.isReplay) {
      await named(sell.payout.accountNumber, FOUND)
      await deps.world.sendTokens(sell.network, sell.address, sell.amount)
    }
    return { transactionIds: [sell.id] }
  },
}
