import { formatMoney } from '../../kernel/money/money.ts'
import type { PayoutMishap, SandboxPayment, SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import { askSimulator } from './ask-simulator.ts'

type SimulatedBank = Pick<SandboxWorld, 'pay' | 'befallPayout' | 'nameAccount' | 'closeAccount'>

/** Controls the bank simulator through its admin API. */
export function createSimulatedBank(url: string): SimulatedBank {
  return {
    pay: async (payments) => {
      await askSimulator(`${url}/admin/payments`, { body: { payments: payments.map(toPayment) } })
    },
    befallPayout: async ({ accountNumber, amount }, mishap) => {
      const scope = { number: accountNumber, amount: formatMoney(amount) }
      await askSimulator(`${url}/admin/faults`, { body: { ...scope, ...toRule(mishap) } })
    },
    nameAccount: async (account, name) => changeBeneficiary(url, account, { name }),
    closeAccount: async (account) => changeBeneficiary(url, account, { status: 'missing' }),
  }
}

async function changeBeneficiary(
  url: string,
  { bankCode, accountNumber }: Readonly<{ bankCode: string; accountNumber: string }>,
  body: object,
): Promise<void> {
  await askSimulator(`${url}/admin/beneficiaries/${bankCode}/${accountNumber}`, { method: 'PUT', body })
}

function toPayment(payment: SandboxPayment): object {
  const { accountNumber, amount, payer, remark } = payment
  const { afterSeconds, bookedSecondsBefore, recalledAfterSeconds } = payment
  return {
    account: accountNumber,
    amount: formatMoney(amount),
    payer: { account_number: payer.accountNumber, name: payer.name, bank_code: payer.bankCode },
    remark,
    ...(afterSeconds === undefined ? {} : { after_seconds: afterSeconds }),
    faults: [
      // Shows the payer's full account number. By default most vendors mask it, and the payer would then be in doubt.
      'payer_full',
      ...(bookedSecondsBefore === undefined
        ? []
        : [{ fault: 'booked_before', seconds: bookedSecondsBefore }]),
      ...(recalledAfterSeconds === undefined
        ? []
        : [{ fault: 'recalled_later', seconds: recalledAfterSeconds }]),
    ],
  }
}

function toRule(mishap: PayoutMishap): object {
  switch (mishap.kind) {
    case 'unanswered':
      return { fault: 'accept_then_timeout', times: 1 }
    case 'slow':
      return { fault: 'pending_for', seconds: mishap.seconds, times: 1 }
    case 'fails':
      return { fault: 'payout_fails', times: mishap.times }
    default:
      return { fault: 'success_then_reversed', seconds: mishap.afterSeconds, times: 1 }
  }
}
