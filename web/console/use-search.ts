import { useQuery } from '@tanstack/react-query'
import { askPeople } from '../shared/ask.ts'
import { useConsole, useMode } from './use-console.ts'

/** A line about something that a search found. */
export type Subject = Readonly<{
  kind: 'transaction' | 'credit' | 'case' | 'business' | 'key' | 'operator' | 'account' | 'webhook' | 'lane'
  id: string
  type: string
  status: string
  business: string | null
  party: string | null
  reference: string | null
  amount_minor: string | null
  at: string | null
}>

export type Found = Subject & Readonly<{ found_by: 'id' | 'reference' | 'network' | 'number' | 'name' }>

type SearchReply = Readonly<{
  results: readonly Found[]
  has_more: boolean
  is_in_other_mode: boolean
}>

const FEWEST = 2

/** Finds what a text identifies. Nothing is kept: the same text may mean more a second later. */
export function useSearch(text: string) {
  const mode = useMode()
  return useQuery({
    queryKey: ['search', mode, text],
    queryFn: async ({ signal }) => {
      const asked = askPeople<SearchReply>(`/console/v1/${mode}/search?q=${encodeURIComponent(text)}`)
      signal.throwIfAborted()
      return asked
    },
    enabled: text.length >= FEWEST,
    staleTime: 0,
    retry: false,
  })
}

/** The newest transactions of all businesses. */
export function useNewest() {
  return useConsole<Readonly<{ transactions: readonly Subject[] }>>('money', '/transactions')
}
