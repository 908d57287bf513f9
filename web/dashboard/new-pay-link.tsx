import type { PayLink } from '@afara/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Dialog } from '../shared/ui/dialog.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import type { Tenant } from './ask-api.ts'
import { makePayLink } from './use-pay-links.ts'
import { balancesQuery } from './use-transactions.ts'

const networks = ['Polygon', 'Avalanche', 'Solana', 'Stellar'] as const
const lives: ReadonlyArray<readonly [minutes: number, words: string]> = [
  [30, '30 minutes'],
  [60, '1 hour'],
  [1_440, '1 day'],
  [4_320, '3 days'],
]

/** Asks for what a new link needs, and hands the link over. A second click on a slow line makes no second link. */
export function NewPayLink({
  tenant,
  amount: given = '',
  close,
}: Readonly<{ tenant: Tenant; amount?: string | undefined; close: (made?: PayLink) => void }>) {
  const [amount, setAmount] = useState(given)
  const [description, setDescription] = useState('')
  const [reference, setReference] = useState('')
  const [minutes, setMinutes] = useState(60)
  const [network, setNetwork] = useState('')
  const [address, setAddress] = useState('')
  const idempotencyKey = useRef(crypto.randomUUID())
  const sent = useRef('')
  const client = useQueryClient()
  const mayHold = useQuery(balancesQuery(tenant)).data?.may_hold
  const make = useMutation({
    mutationFn: async () => {
      const link = {
        amount: amount.replaceAll(/[₦,\s]/g, ''),
        expires_in_minutes: minutes,
        ...(description.trim() !== '' && { description: description.trim() }),
        ...(reference.trim() !== '' && { reference: reference.trim() }),
        ...(network !== '' && { network, wallet_address: address.trim() }),
      }
      // A key belongs to one request. What was refused and corrected is another request.
      const text = JSON.stringify(link)
      if (sent.current !== '' && sent.current !== text) idempotencyKey.current = crypto.randomUUID()
      sent.current = text
      return makePayLink(tenant, link, idempotencyKey.current)
    },
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: [tenant.businessId, tenant.mode, 'pay-links'] })
      close(made)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog title="New pay link" onClose={() => close(make.data)}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Amount in naira"
          required
          inputMode="numeric"
          placeholder="25,000"
          autoComplete="off"
          hint="Whole naira, at least ₦15,000. We add a few kobo, by which we know the payment."
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <Field
          label="What it is for"
          maxLength={140}
          placeholder="Order 2291"
          hint="The payer sees it."
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-4">
          <Field
            label="Your reference"
            maxLength={64}
            placeholder="order-2291"
            hint="We make one if it is empty."
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
          <Choice label="It is open for" value={String(minutes)} change={(text) => setMinutes(Number(text))}>
            {lives.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Choice>
        </div>
        <Choice label="The NGNC goes to" value={network} change={setNetwork}>
          <option value="">
            {mayHold === false ? 'The default wallet of your business' : 'The balance of your business'}
          </option>
          {networks.map((name) => (
            <option key={name} value={name}>
              A wallet on {name}
            </option>
          ))}
        </Choice>
        {network !== '' && (
          <Field
            label={`Wallet address on ${network}`}
            required
            autoComplete="off"
            spellCheck={false}
            hint="Tokens that are sent to a wrong address are lost."
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
        {make.error !== null && <Problem>{make.error.message}</Problem>}
        <Button type="submit" look="primary" className="h-11 middle:h-10" disabled={make.isPending}>
          Make the link
        </Button>
      </form>
    </Dialog>
  )
}

function Choice({
  label,
  value,
  change,
  children,
}: Readonly<{ label: string; value: string; change: (value: string) => void; children: ReactNode }>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-small font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => change(target.value)}
        className="h-11 w-full rounded-small border border-border-strong bg-surface px-2 text-body middle:h-10"
      >
        {children}
      </select>
    </div>
  )
}
