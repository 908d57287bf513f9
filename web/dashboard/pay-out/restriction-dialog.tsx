import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { isPast, untilOf } from '../words.ts'
import { type PayeeRestriction, signChallenge, usePaymentRequest } from './use-payments.ts'

/** Says which accounts sells can go to. An owner changes it. */
export function WhoIsPaid({
  tenant,
  restriction,
}: Readonly<{ tenant: Tenant; restriction: PayeeRestriction }>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col gap-3 border-t p-4 text-small">
      <p>{wordsOf(restriction)}</p>
      {tenant.role === 'owner' && (
        <div>
          <Button onClick={() => setIsOpen(true)}>
            {restriction.is_on ? 'Allow any account' : 'Pay only beneficiaries'}
          </Button>
        </div>
      )}
      {isOpen && (
        <RestrictionDialog tenant={tenant} isOn={!restriction.is_on} close={() => setIsOpen(false)} />
      )}
    </div>
  )
}

function wordsOf({ is_on: isOn, ends_at: endsAt }: PayeeRestriction): string {
  if (isOn) return 'Every sell, also with a key, pays only these accounts, once they are no longer new.'
  if (endsAt !== null && !isPast(endsAt))
    return `Sells pay only these accounts until ${untilOf(endsAt)}. Then they can pay any account.`
  return 'Keys can sell to any bank account, not only to these.'
}

/** An owner signs that sells go only to beneficiaries, or to any account again. */
function RestrictionDialog({
  tenant,
  isOn,
  close,
}: Readonly<{ tenant: Tenant; isOn: boolean; close: () => void }>) {
  const set = usePaymentRequest<object>(tenant, async (_nothing, ask) => {
    const draft = await ask<{ version: string; challenge: string }>('/payee-restriction/draft', {
      is_on: isOn,
    })
    const credential = await signChallenge(draft.challenge)
    return ask('/payee-restriction', { is_on: isOn, version: Number(draft.version), credential })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(undefined, { onSuccess: close })
  }
  return (
    <Dialog title={isOn ? 'Pay only beneficiaries' : 'Allow any account'} onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-body">
          {isOn
            ? 'From now on, sells to other accounts are refused: those of your keys, batches and payment orders. A thief of a key cannot pay your balance to themselves.'
            : `Sells can pay any account again ${tenant.mode === 'live' ? '24 hours' : 'one minute'} after you sign. Until then you can turn it on again.`}{' '}
          Everybody who may pay gets a mail.
        </p>
        {set.error !== null && <Problem>{set.error.message}</Problem>}
        <Button type="submit" look="primary" className="h-10" disabled={set.isPending}>
          Sign with passkey
        </Button>
      </form>
    </Dialog>
  )
}
