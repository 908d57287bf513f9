import { queryOptions } from '@tanstack/react-query'
import type { Tone } from '../../shared/ui/pill.tsx'
import type { Tenant } from '../ask-api.ts'
import { askPeople } from '../ask-people.ts'
import { keyOf, type Limit, pathOf } from '../pay-out/use-payments.ts'
import { toneOf, wordsOf } from '../words.ts'

export type EnrolledWallet = Readonly<{
  wallet_id: string
  label: string
  network: string
  wallet_address: string
  created_at: string
  added_by: string
  is_own: boolean
  approved_by: string | null
  ready_at: string | null
  is_ready: boolean
  code: string
  challenge: string
}>

export type ListedWithdrawal = Readonly<{
  withdrawal_order_id: string
  reference: string
  state: 'unsigned' | 'proposed' | 'approved' | 'cancelled' | 'refused'
  label: string
  network: string
  wallet_address: string
  amount: string
  fee: string
  created_at: string
  proposed_by: string
  is_own: boolean
  approved_by: string | null
  ended_by: string | null
  over_at: string | null
  transaction_id: string | null
  status: string | null
  refusal: Readonly<{ code: string; message: string }> | null
}>

export type Withdrawal = ListedWithdrawal & Readonly<{ people: string; code: string; challenge: string }>

const LIST_MS = 5_000
const SENDING_MS = 1_000

export function walletsQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'wallets'),
    queryFn: async () => askPeople<{ wallets: readonly EnrolledWallet[] }>(pathOf(tenant, '/wallets')),
    refetchInterval: LIST_MS,
  })
}

export function withdrawalsQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'withdrawals'),
    queryFn: async () =>
      askPeople<{ withdrawal_orders: readonly ListedWithdrawal[]; limit: Limit }>(
        pathOf(tenant, '/withdrawal-orders'),
      ),
    refetchInterval: LIST_MS,
  })
}

export function withdrawalQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'withdrawal', id),
    queryFn: async () =>
      askPeople<{ withdrawal_order: Withdrawal }>(pathOf(tenant, `/withdrawal-orders/${id}`)),
    refetchInterval: ({ state }) => (isMoving(state.data?.withdrawal_order) ? SENDING_MS : LIST_MS),
  })
}

function isMoving(order: Withdrawal | undefined): boolean {
  return order?.state === 'approved' && order.refusal === null && order.status !== 'completed'
}

/** What a withdrawal is doing, in two or three words. */
export function stateOf(order: ListedWithdrawal): Readonly<{ tone: Tone; words: string }> {
  if (order.refusal !== null) return { tone: 'bad', words: 'Not sent' }
  switch (order.state) {
    case 'unsigned':
      return { tone: 'warn', words: 'Sign it' }
    case 'proposed':
      return order.is_own
        ? { tone: 'info', words: 'Waits for approval' }
        : { tone: 'warn', words: 'Needs approval' }
    case 'cancelled':
      return { tone: 'ended', words: 'Cancelled' }
    case 'refused':
      return { tone: 'ended', words: 'Refused' }
    default:
      if (order.status === 'completed') return { tone: 'good', words: 'Arrived' }
      return order.status === null
        ? { tone: 'info', words: 'Next' }
        : { tone: toneOf(order.status), words: wordsOf(order.status) }
  }
}
