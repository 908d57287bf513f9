import { Navigate } from '@tanstack/react-router'
import { Skeleton } from '../shared/ui/placeholder.tsx'
import { CardPage } from './card-page.tsx'
import { useAccount } from './use-account.ts'

/** Opens the first business of the person. */
export function StartPage() {
  const { data, error } = useAccount()
  const first = data?.businesses[0]
  if (first !== undefined)
    return <Navigate to="/$business/$mode" params={{ business: first.link_tag, mode: 'test' }} replace />
  return (
    <CardPage title={data === undefined && error === null ? 'One moment' : 'No business here'}>
      {data === undefined && error === null ? (
        <Skeleton rows={2} />
      ) : (
        <p className="text-body text-muted">
          {error?.message ?? 'You belong to no business. Ask its owner to add you, or sign up with your own.'}
        </p>
      )}
    </CardPage>
  )
}
