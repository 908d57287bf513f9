import type { BalancesReply, TimelineReply, TransactionListReply } from '@afara/sdk'
import type { ButtonName, DemoState } from '@afara/stack/demo/demo-state.ts'
import { useMutation, useQuery } from '@tanstack/react-query'

const EVERY_MS = 500

/** What the demo's own server knows: orders, buttons, log, books, and the independent count. */
export function useDemo() {
  return useQuery({
    queryKey: ['state'],
    queryFn: async () => ask<DemoState>('/control/state'),
    refetchInterval: EVERY_MS,
  })
}

export function usePress() {
  return useMutation({
    mutationFn: async (name: ButtonName) => {
      await fetch(`/control/press/${name}`, { method: 'POST' })
    },
  })
}

/** What the business sees: its own calls to the api. */
export function useBusiness() {
  return useQuery({
    queryKey: ['business'],
    queryFn: async () => ({
      list: await ask<TransactionListReply>('/api/transactions/v1?limit=8'),
      balances: await ask<BalancesReply>('/api/balances/v1'),
    }),
    refetchInterval: EVERY_MS * 2,
  })
}

export function useTimeline(transactionId: string | undefined) {
  return useQuery({
    queryKey: ['timeline', transactionId],
    queryFn: async () => ask<TimelineReply>(`/api/transactions/v1/${transactionId}/timeline`),
    refetchInterval: EVERY_MS * 2,
    enabled: transactionId !== undefined,
  })
}

/** Reads JSON with numbers as the text that was sent: an amount never becomes a float. */
async function ask<T>(path: string): Promise<T> {
  const reply = await fetch(path, { signal: AbortSignal.timeout(10_000) })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  const isAmount = path.startsWith('/api/')
  const keepText = (_key: string, value: unknown, context?: Readonly<{ source?: string }>): unknown =>
    isAmount && typeof value === 'number' ? (context?.source ?? String(value)) : value
  return JSON.parse(await reply.text(), keepText) as T
}

/** Kobo of an amount such as "25000.5". */
export function koboOf(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.')
  return `${whole}${part.padEnd(2, '0')}`.replace(/^(-?)0+(?=\d)/, '$1')
}
