import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Tenant } from './ask-api.ts'
import { askPeople, type Business, type Person, Refused } from './ask-people.ts'

/** Who is signed in, and their businesses. Without a session the browser goes to the sign-in, and comes back. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async () => {
    try {
      const [{ person }, { businesses }] = await Promise.all([
        askPeople<{ person: Person }>('/people/v1/me'),
        askPeople<{ businesses: readonly Business[] }>('/people/v1/businesses'),
      ])
      return { person, businesses }
    } catch (error) {
      if (error instanceof Refused && error.status === 401)
        location.replace(`/login?next=${encodeURIComponent(location.pathname)}`)
      throw error
    }
  },
  staleTime: 60_000,
})

export function useAccount() {
  return useQuery(accountQuery)
}

/** The business and mode of the page. Only pages inside the shell may call it: the shell has loaded the account. */
export function useTenant(): Tenant {
  const { data } = useSuspenseQuery(accountQuery)
  const { business: linkTag, mode } = useParams({ from: '/$business/$mode' })
  const business = data.businesses.find((one) => one.link_tag === linkTag)
  if (business === undefined) throw new Error(`you have no business with the link tag ${linkTag}`)
  const membership = data.person.memberships.find((one) => one.business_id === business.business_id)
  return {
    businessId: business.business_id,
    linkTag,
    name: business.name,
    role: membership?.role ?? 'viewer',
    mode: mode === 'live' ? 'live' : 'test',
  }
}
