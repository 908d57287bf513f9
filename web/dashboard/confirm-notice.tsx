import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { Button } from '../shared/ui/button.tsx'
import { askPeople } from './ask-people.ts'

/** Says that the address is not confirmed, and sends the link again. */
export function ConfirmNotice({ email }: Readonly<{ email: string }>) {
  const send = useMutation({
    mutationFn: async () => askPeople<{ message: string }>('/account/v1/confirmations/send', 'nothing'),
  })
  return (
    <aside
      aria-label="Your email address"
      className="flex flex-wrap items-center gap-x-3 border-b bg-sunken px-4 py-2 text-small middle:px-8"
    >
      <Mail size={16} aria-hidden className="hidden text-muted middle:block" />
      <p className="min-w-0 break-words">
        {send.data?.message ??
          send.error?.message ??
          `Open the link that we mailed to ${email}. Your business goes live only after it.`}
      </p>
      {send.data === undefined && (
        <Button
          look="quiet"
          className="-ml-3 middle:ml-0"
          disabled={send.isPending}
          onClick={() => send.mutate()}
        >
          Send the link again
        </Button>
      )}
    </aside>
  )
}
