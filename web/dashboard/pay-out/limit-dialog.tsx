import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { amountOf } from '../words.ts'
import { type Limit, signChallenge, usePaymentRequest } from './use-payments.ts'

/** An owner signs how much one member may pay alone. The payer verifies this signature too. */
export function LimitDialog({
  tenant,
  limit,
  close,
}: Readonly<{ tenant: Tenant; limit: Limit; close: () => void }>) {
  const [typed, setTyped] = useState(limit.amount)
  const set = usePaymentRequest<object>(tenant, async (_nothing, ask) => {
    const amount = amountOf(typed)
    const draft = await ask<{ version: string; challenge: string }>('/payment-limit/draft', { amount })
    const credential = await signChallenge(draft.challenge)
    return ask('/payment-limit', { amount, version: Number(draft.version), credential })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(undefined, { onSuccess: close })
  }
  return (
    <Dialog title="What one member may pay alone" onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Naira in 24 hours"
          inputMode="decimal"
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          hint="0 means that two members sign every order. Accounts that were added in the last day always need two."
        />
        {set.error !== null && <Problem>{set.error.message}</Problem>}
        <Button type="submit" look="primary" className="h-10" disabled={set.isPending}>
          Set the limit with passkey
        </Button>
      </form>
    </Dialog>
  )
}
