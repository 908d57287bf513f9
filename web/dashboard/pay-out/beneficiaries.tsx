import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { EmptyState, Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { BankAccountFields } from '../bank-account-fields.tsx'
import { accountOf, clockOf, isPast, untilOf } from '../words.ts'
import { counted, groupedAccount } from './order-words.ts'
import { WhoIsPaid } from './restriction-dialog.tsx'
import { type Beneficiary, beneficiariesQuery, mayPay, usePaymentRequest } from './use-payments.ts'

/** More do not help anybody who looks for one. */
const SHOWN = 8

/** The accounts that the business pays. The names are the banks' own. */
export function Beneficiaries({ tenant }: Readonly<{ tenant: Tenant }>) {
  const { data, error } = useQuery(beneficiariesQuery(tenant))
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Beneficiary>()
  const [find, setFind] = useState('')
  const list = data?.beneficiaries
  const wanted = find.trim().toLowerCase()
  const found = (list ?? []).filter(
    (one) =>
      one.account_name.toLowerCase().includes(wanted) ||
      one.account_number.includes(wanted.replaceAll(' ', '')),
  )
  return (
    <Panel title="Beneficiaries" aside={list && counted(list.length, 'account')}>
      {list === undefined && error === null && <Skeleton rows={2} height={56} />}
      {error !== null && (
        <div className="p-4">
          <Problem>{error.message}</Problem>
        </div>
      )}
      {list?.length === 0 && (
        <EmptyState>
          People and businesses whom you pay. The bank tells us the name on each account before you pay it.
        </EmptyState>
      )}
      {list !== undefined && list.length > SHOWN && (
        <input
          aria-label="Find a beneficiary by name or account number"
          placeholder="Find a name or a number"
          value={find}
          onChange={(event) => setFind(event.target.value)}
          className="m-3 h-9 rounded-small border border-border-strong bg-surface px-3 text-small placeholder:text-muted"
        />
      )}
      <ul className="border-t empty:border-0">
        {found.slice(0, SHOWN).map((one) => (
          <BeneficiaryRow
            key={one.beneficiary_id}
            one={one}
            remove={mayPay(tenant) ? () => setRemoving(one) : undefined}
          />
        ))}
      </ul>
      {found.length > SHOWN && (
        <p className="px-4 py-3 text-caption text-muted">
          {found.length - SHOWN} more. Type a name or a number to find one.
        </p>
      )}
      {find !== '' && found.length === 0 && (
        <EmptyState>Nobody with this name or number. Add the account to pay it.</EmptyState>
      )}
      {mayPay(tenant) && (
        <div className="border-t p-3">
          <Button className="w-full" onClick={() => setIsAdding(true)}>
            Add a beneficiary
          </Button>
        </div>
      )}
      {data !== undefined && <WhoIsPaid tenant={tenant} restriction={data.restriction} />}
      {isAdding && <AddDialog tenant={tenant} close={() => setIsAdding(false)} />}
      {removing !== undefined && (
        <RemoveDialog tenant={tenant} one={removing} close={() => setRemoving(undefined)} />
      )}
    </Panel>
  )
}

function BeneficiaryRow({ one, remove }: Readonly<{ one: Beneficiary; remove: (() => void) | undefined }>) {
  return (
    <li className="flex items-center gap-3 border-b px-4 py-2.5 text-small last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{one.account_name}</p>
        <p className="truncate text-caption text-muted">
          {groupedAccount(one.account_number)} · {one.bank_name}
        </p>
        {!isPast(one.settled_at) && (
          <p className="text-caption text-warn">New: two members until {clockOf(one.settled_at)}</p>
        )}
      </div>
      {remove !== undefined && (
        <>
          <Button asChild>
            <Link
              from="/$business/$mode"
              to="/$business/$mode/pay-out/new"
              search={{ to: `${one.bank_name}/${one.account_number}` }}
              aria-label={`Pay ${one.account_name}`}
            >
              Pay
            </Link>
          </Button>
          <Button look="quiet" isIcon aria-label={`Remove ${one.account_name}`} onClick={remove}>
            <X size={16} aria-hidden />
          </Button>
        </>
      )}
    </li>
  )
}

function AddDialog({ tenant, close }: Readonly<{ tenant: Tenant; close: () => void }>) {
  const [account, setAccount] = useState({ bank: '', number: '' })
  const add = usePaymentRequest<{ beneficiary: Beneficiary }>(tenant, async (_nothing, ask) =>
    ask('/beneficiaries', { bank: account.bank, account_number: accountOf(account.number) }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  if (add.data !== undefined)
    return (
      <Dialog title="The bank knows this account" onClose={close}>
        <p className="text-caption text-muted">
          {add.data.beneficiary.bank_name} · {groupedAccount(add.data.beneficiary.account_number)}
        </p>
        <p className="mt-1 text-lead font-semibold">{add.data.beneficiary.account_name}</p>
        <p className="mt-3 text-body">
          Is this whom you want to pay? If not, remove it. Until {untilOf(add.data.beneficiary.settled_at)},
          every payment to it needs two members.
        </p>
        <Button look="primary" className="mt-4 h-10 w-full" onClick={close}>
          Keep the beneficiary
        </Button>
      </Dialog>
    )
  return (
    <Dialog title="Add a beneficiary" onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <BankAccountFields tenant={tenant} account={account} onChange={setAccount} />
        {add.error !== null && <Problem>{add.error.message}</Problem>}
        <Button type="submit" look="primary" className="h-10" disabled={add.isPending}>
          Ask the bank for the name
        </Button>
      </form>
    </Dialog>
  )
}

function RemoveDialog({
  tenant,
  one,
  close,
}: Readonly<{ tenant: Tenant; one: Beneficiary; close: () => void }>) {
  const remove = usePaymentRequest<object>(tenant, async (_nothing, ask) =>
    ask(`/beneficiaries/${one.beneficiary_id}/end`, 'nothing'),
  )
  return (
    <Dialog title={`Remove ${one.account_name}`} onClose={close}>
      <p className="mb-4 text-body">
        Nobody can propose a payment to this account any more. Orders that were approved are still paid. If
        you add it again, it is new again.
      </p>
      {remove.error !== null && <Problem>{remove.error.message}</Problem>}
      <Button
        className="h-10 w-full text-bad!"
        disabled={remove.isPending}
        onClick={() => remove.mutate(undefined, { onSuccess: close })}
      >
        Remove the beneficiary
      </Button>
    </Dialog>
  )
}
