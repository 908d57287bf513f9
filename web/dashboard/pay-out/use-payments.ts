import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tenant } from '../ask-api.ts'
import { askPeople, Refused } from '../ask-people.ts'

export type Beneficiary = Readonly<{
  beneficiary_id: string
  bank_name: string
  account_number: string
  account_name: string
  created_at: string
  settled_at: string
}>

/** Whether sells are accepted only to beneficiaries. `ends_at`: until when it holds after it was turned off. */
export type PayeeRestriction = Readonly<{ version: string; is_on: boolean; ends_at: string | null }>

export type ListedOrder = Readonly<{
  payment_order_id: string
  reference: string
  state: 'unsigned' | 'proposed' | 'approved' | 'withdrawn' | 'refused'
  count: string
  total: string
  created_at: string
  proposed_by: string
  is_own: boolean
  approved_by: string | null
  ended_by: string | null
  over_at: string | null
  paid_count: string
  refused_count: string
  failed_count: string
}>

export type Item = Readonly<{
  number: string
  bank_name: string
  account_number: string
  account_name: string
  amount: string
  reference: string
  note: string
  transaction_id: string | null
  status: string | null
  refusal: Readonly<{ code: string; message: string }> | null
}>

export type Order = ListedOrder &
  Readonly<{ people: string; code: string; challenge: string; items: readonly Item[] }>

export type Limit = Readonly<{ version: string; amount: string; used: string }>

/** One payment as it is typed, or as a file has it. */
export type Row = Readonly<{
  bank: string
  account_number: string
  amount: string
  reference: string
  note: string
}>

export type CheckedRow = Readonly<{
  number: string
  bank_name: string | null
  account_number: string
  account_name: string | null
  amount: string | null
  fee: string | null
  reference: string
  note: string
  is_new: boolean
  settled_at: string | null
  problems: ReadonlyArray<Readonly<{ field: string; code: string; message: string }>>
}>

export const mayPay = ({ role }: Tenant): boolean => ['owner', 'administrator', 'finance'].includes(role)

export const pathOf = ({ businessId, mode }: Tenant, path: string): string =>
  `/account/v1/businesses/${businessId}/${mode}${path}`
export const keyOf = ({ businessId, mode }: Tenant, ...rest: readonly string[]) => [
  businessId,
  mode,
  'payments',
  ...rest,
]

const LIST_MS = 5_000
const PAYING_MS = 1_500

export function ordersQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'orders'),
    queryFn: async () =>
      askPeople<{ payment_orders: readonly ListedOrder[]; limit: Limit }>(pathOf(tenant, '/payment-orders')),
    refetchInterval: LIST_MS,
  })
}

export function orderQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: keyOf(tenant, 'order', id),
    queryFn: async () => askPeople<{ payment_order: Order }>(pathOf(tenant, `/payment-orders/${id}`)),
    refetchInterval: ({ state }) => (isMoving(state.data?.payment_order) ? PAYING_MS : LIST_MS),
  })
}

export function beneficiariesQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: keyOf(tenant, 'beneficiaries'),
    queryFn: async () =>
      askPeople<{ beneficiaries: readonly Beneficiary[]; restriction: PayeeRestriction }>(
        pathOf(tenant, '/beneficiaries'),
      ),
    refetchInterval: 30_000,
  })
}

function isMoving(order: Order | undefined): boolean {
  if (order?.state !== 'approved') return false
  const over = BigInt(order.paid_count) + BigInt(order.refused_count) + BigInt(order.failed_count)
  return over < BigInt(order.count)
}

/** Sends a request about payments, then reads what changed again. */
export function usePaymentRequest<T, Asked = void>(
  tenant: Tenant,
  request: (asked: Asked, ask: <R>(path: string, body: object | 'nothing') => Promise<R>) => Promise<T>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Asked) =>
      request(asked, async <R>(path: string, body: object | 'nothing') =>
        askPeople<R>(pathOf(tenant, path), body),
      ),
    onSettled: async () => client.invalidateQueries({ queryKey: keyOf(tenant) }),
  })
}

const CHECKED_AT_ONCE = 100

/** Has the server check the rows, some at a time, so that the page can show how far it is. */
export async function checkRows(
  tenant: Tenant,
  rows: readonly Row[],
  onChecked: (checked: readonly CheckedRow[]) => void,
): Promise<readonly CheckedRow[]> {
  let all: readonly CheckedRow[] = []
  while (all.length < rows.length) {
    const part = rows.slice(all.length, all.length + CHECKED_AT_ONCE)
    const { payments } = await askPeople<{ payments: readonly CheckedRow[] }>(
      pathOf(tenant, '/payments/check'),
      { payments: part },
    )
    all = [...all, ...payments]
    onChecked(all)
  }
  return all
}

/** Has the person's passkey sign a challenge, and returns what the server wants to know about it. */
export async function signChallenge(challenge: string): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge,
    rpId: location.hostname,
    userVerification: 'required',
  })
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(credential instanceof PublicKeyCredential))
    throw new Refused('passkey_refused', 0, 'Nothing was signed. Use your passkey and try again.')
  return credential.toJSON()
}
