import '../shared/base.css'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Refused } from './ask-people.ts'
import { router } from './router.tsx'

/** Refusals that tell of a role which changed since the page was opened. */
const stale: ReadonlySet<string> = new Set(['business_unknown', 'role_missing'])

const client: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (error instanceof Refused && stale.has(error.code) && queryKey[0] !== 'account')
        void client.invalidateQueries({ queryKey: ['account'] })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A refusal stays a refusal. Only a connection that failed is tried again.
      retry: (count, error) => !(error instanceof Refused) && count < 2,
    },
  },
})

const page = document.getElementById('page')
if (page !== null)
  createRoot(page).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
