import type { Amount } from './amount.ts'
import type { Transaction } from './events/event.ts'

type Page = { readonly limit?: number; readonly after?: string }
type Filters = {
  readonly type?: string
  readonly status?: string
  readonly network?: string
  readonly reference?: string
  readonly from?: string
  readonly to?: string
}
type None = { readonly path: undefined; readonly query: undefined; readonly body: undefined }
type ById = Omit<None, 'path'> & { readonly path: { readonly id: string } }

export type ContractOperations = {
  readonly listTransactions: Omit<None, 'query'> & {
    readonly query: Page & Filters
    readonly reply: { readonly transactions: readonly Transaction[]; readonly next: string | null }
  }
  readonly exportTransactions: Omit<None, 'query'> & { readonly query: Filters; readonly reply: Uint8Array }
  readonly readReceipt: ById & { readonly reply: Uint8Array }
  readonly readBalances: None & {
    readonly reply: {
      readonly balances: readonly { asset: string; available: Amount; held: Amount }[]
      readonly may_hold: boolean
    }
  }
}
export const contractOperations = {
  listTransactions: { method: 'GET', path: '/transactions/v1', base: 'api', named: false },
  exportTransactions: { method: 'GET', path: '/transactions/v1/export', base: 'api', named: false },
  readReceipt: { method: 'GET', path: '/transactions/v1/{id}/receipt', base: 'api', named: false },
  readBalances: { method: 'GET', path: '/balances/v1', base: 'api', named: false },
} as const
