import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tenant } from '../ask-api.ts'
import { askPeople } from '../ask-people.ts'

export type Wallet = Readonly<{ network: string; wallet_address: string }>
export type Settings = Readonly<{
  colour: string | null
  has_logo: boolean
  test_wallet: Wallet | null
  live_wallet: Wallet | null
  /** Naira as text. */
  test_tolerance: string
  live_tolerance: string
}>

export function settingsQuery({ businessId }: Tenant) {
  return queryOptions({
    queryKey: ['settings', businessId],
    queryFn: async () =>
      (await askPeople<{ settings: Settings }>(`/account/v1/businesses/${businessId}/settings`)).settings,
  })
}

/** Changes a setting, and reads the settings again. */
export function useSetting<T>({ businessId }: Tenant, send: (path: string, wanted: T) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: T) => send(`/account/v1/businesses/${businessId}`, wanted),
    onSuccess: async () => client.invalidateQueries({ queryKey: ['settings', businessId] }),
  })
}
