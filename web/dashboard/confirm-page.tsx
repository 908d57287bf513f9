import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../shared/ui/button.tsx'
import { Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { askPeople } from './ask-people.ts'
import { CardPage } from './card-page.tsx'

/** Confirms the address to which the link was mailed. The token follows #, so that no server has it in its log. */
export function ConfirmPage() {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['confirm'],
    queryFn: async () => {
      const reply = await askPeople<{ email: string }>('/account/v1/confirmations', {
        token: location.hash.slice(1),
      })
      await client.invalidateQueries({ queryKey: ['account'] })
      return reply
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <CardPage title="Confirm your email address">
      {data === undefined && error === null && <Skeleton rows={1} />}
      {error !== null && <Problem>{error.message}</Problem>}
      {data !== undefined && (
        <p className="text-body">
          <b className="font-semibold">{data.email}</b> is confirmed. Your business can go live with it.
        </p>
      )}
      <Button asChild look="primary" className="mt-4 h-11 w-full">
        <a href="/dashboard">Open the dashboard</a>
      </Button>
    </CardPage>
  )
}
