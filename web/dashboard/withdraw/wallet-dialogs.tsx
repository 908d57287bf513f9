import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Problem } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { NetworkField } from '../network-field.tsx'
import { Fact } from '../pay-out/new-payment-page.tsx'
import { signChallenge, usePaymentRequest } from '../pay-out/use-payments.ts'
import type { EnrolledWallet } from './use-withdrawals.ts'

type Reply = Readonly<{ wallet: EnrolledWallet }>
type Props = Readonly<{ tenant: Tenant; wallet: EnrolledWallet; close: () => void }>

const waitOf = ({ mode }: Tenant): string => (mode === 'test' ? 'one minute' : '24 hours')

/** A member signs where money may go. */
export function EnrolDialog({ tenant, close }: Readonly<{ tenant: Tenant; close: () => void }>) {
  const [label, setLabel] = useState('')
  const [network, setNetwork] = useState('Polygon')
  const [address, setAddress] = useState('')
  const enrol = usePaymentRequest<Reply>(tenant, async (_nothing, ask) => {
    const asked = { label: label.trim(), network, wallet_address: address.trim() }
    const { wallet } = await ask<Reply>('/wallets', asked)
    const credential = await signChallenge(wallet.challenge)
    return ask(`/wallets/${wallet.wallet_id}/sign`, { credential })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enrol.mutate(undefined, { onSuccess: close })
  }
  return (
    <Dialog title="Enrol a wallet" onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Name"
          required
          maxLength={60}
          placeholder="Treasury"
          autoComplete="off"
          hint="Only your team sees it."
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <NetworkField value={network} change={setNetwork} />
        <Field
          label="Address"
          required
          spellCheck={false}
          autoComplete="off"
          hint="Tokens that go to a wrong address are lost. We check its form, not its owner."
          value={address}
          onChange={(event) => {
            setAddress(event.target.value)
            enrol.reset()
          }}
        />
        <p className="text-caption text-muted">
          It is ready after {waitOf(tenant)}, or as soon as another member approves it. Everybody who may pay
          gets a mail.
        </p>
        {enrol.error !== null && <Problem>{enrol.error.message}</Problem>}
        <Button type="submit" look="primary" className="h-11" disabled={enrol.isPending}>
          <KeyRound size={16} aria-hidden />
          {enrol.isPending ? 'Waiting for your passkey' : 'Enrol with passkey'}
        </Button>
      </form>
    </Dialog>
  )
}

/** The second member compares the whole address, and signs the same text. */
export function ApproveDialog({ tenant, wallet, close }: Props) {
  const approve = usePaymentRequest<Reply>(tenant, async (_nothing, ask) =>
    ask(`/wallets/${wallet.wallet_id}/sign`, { credential: await signChallenge(wallet.challenge) }),
  )
  return (
    <Dialog title={`Approve ${wallet.label}`} onClose={close}>
      <p className="text-small text-muted">{wallet.network}</p>
      <p className="mt-1 font-mono text-body font-semibold break-all">{wallet.wallet_address}</p>
      <dl className="mt-4 flex flex-col gap-2 text-small">
        <Fact name="Enrolled by">{wallet.added_by}</Fact>
        <Fact name="Fingerprint">
          <span className="font-mono">{wallet.code}</span>
        </Fact>
      </dl>
      <p className="my-4 text-caption text-muted">
        Compare the address with the wallet itself, not with a message. After you approve it, members can
        withdraw to it at once.
      </p>
      {approve.error !== null && <Problem>{approve.error.message}</Problem>}
      <Button
        look="primary"
        className="h-11 w-full"
        disabled={approve.isPending}
        onClick={() => approve.mutate(undefined, { onSuccess: close })}
      >
        <KeyRound size={16} aria-hidden />
        {approve.isPending ? 'Waiting for your passkey' : 'Approve with passkey'}
      </Button>
    </Dialog>
  )
}

export function RemoveDialog({ tenant, wallet, close }: Props) {
  const remove = usePaymentRequest<object>(tenant, async (_nothing, ask) =>
    ask(`/wallets/${wallet.wallet_id}/end`, 'nothing'),
  )
  return (
    <Dialog title={`Remove ${wallet.label}`} onClose={close}>
      <p className="mb-4 text-body">
        Nobody can withdraw to this wallet any more, at once. Withdrawals to it that were not made yet are
        refused. If you enrol it again, it is new again.
      </p>
      {remove.error !== null && <Problem>{remove.error.message}</Problem>}
      <Button
        className="h-11 w-full text-bad!"
        disabled={remove.isPending}
        onClick={() => remove.mutate(undefined, { onSuccess: close })}
      >
        Remove the wallet
      </Button>
    </Dialog>
  )
}
