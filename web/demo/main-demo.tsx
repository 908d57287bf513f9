import '../shared/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { DemoPage } from './demo-page.tsx'

// Every figure is asked for again and again, and a failed request keeps the last answer on the page.
const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } })

const page = document.getElementById('page')
if (page !== null)
  createRoot(page).render(
    <QueryClientProvider client={client}>
      <DemoPage />
    </QueryClientProvider>,
  )
