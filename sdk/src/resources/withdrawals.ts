import type { Preview, WithdrawalRequest, WithdrawalTransaction } from '../generated/api-types.ts'
import type { Call } from '../http/call.ts'
import type { NameBusiness, Unnamed } from '../identity.ts'
import type { CallOptions } from '../options.ts'

export type WithdrawalInput = Unnamed<WithdrawalRequest>

export type Withdrawals = Readonly<{
  /** Sends NGNC from the balance to a wallet. */
  create(withdrawal: WithdrawalInput, options?: CallOptions): Promise<WithdrawalTransaction>
  /** Runs every check without recording anything: returns the fee, the result and every problem. */
  preview(withdrawal: WithdrawalInput, options?: CallOptions): Promise<Preview>
}>

export function createWithdrawals(call: Call, nameBusiness: NameBusiness): Withdrawals {
  return {
    async create(withdrawal, options) {
      const body = await nameBusiness({ ...withdrawal, type: 'withdrawal' as const })
      return (await call('initiateWithdrawal', { body, options })).transaction
    },
    async preview(withdrawal, options) {
      const body = await nameBusiness({ ...withdrawal, type: 'withdrawal' as const })
      return (await call('previewWithdrawal', { body, options })).preview
    },
  }
}
