import '../shared/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Refused } from '../shared/ask.ts'
import { router } from './router.tsx'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // What changed is told by the stream, so nothing is read again by itself.
      staleTime: 60_000,
      refetchOnWindowFocus: false,
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
