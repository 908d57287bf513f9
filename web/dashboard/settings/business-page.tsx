import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { CopyId } from '../../shared/ui/copy-button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Money } from '../../shared/ui/money.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { Problem, Skeleton } from '../../shared/ui/placeholder.tsx'
import type { Tenant } from '../ask-api.ts'
import { sayProblem } from '../ask-people.ts'
import { NetworkField } from '../network-field.tsx'
import { useTenant } from '../use-account.ts'
import { koboOf, shortId } from '../words.ts'
import { settingsQuery, useSetting, type Wallet } from './use-settings.ts'
import { mayManageTeam, signChange } from './use-team.ts'

/** What the business is called, where its tokens go if a buy names no wallet, and by how much a payment may differ. */
export function BusinessPage() {
  const tenant = useTenant()
  const { data, error } = useQuery(settingsQuery(tenant))
  const [isOpen, setIsOpen] = useState(false)
  const isTest = tenant.mode === 'test'
  const wallet = isTest ? data?.test_wallet : data?.live_wallet
  return (
    <div className="flex max-w-200 flex-col gap-4">
      <title>{`Business · ${tenant.name} · Afara`}</title>
      <Panel title="Business">
        <dl className="grid gap-x-6 gap-y-3 p-4 text-small middle:grid-cols-[160px_1fr]">
          <Fact name="Name" note="Payers see it. Ask Afara to change it.">
            {tenant.name}
          </Fact>
          <Fact name="Link tag" note="Your payment links carry it. It never changes.">
            <CopyId id={tenant.linkTag} short={tenant.linkTag} />
          </Fact>
          <Fact name="Business id" note="Programs send it with every request.">
            <CopyId id={tenant.businessId} short={shortId(tenant.businessId)} />
          </Fact>
        </dl>
      </Panel>
      <Panel title="Default wallet" aside={isTest ? 'Test mode' : 'Live mode'}>
        {data === undefined && error === null && <Skeleton rows={2} />}
        {error !== null && (
          <div className="p-4">
            <Problem>{error.message}</Problem>
          </div>
        )}
        {data !== undefined && (
          <div className="flex flex-wrap items-center justify-between gap-3 p-4 text-small">
            <div className="min-w-0">
              {wallet === null || wallet === undefined ? (
                <p className="font-medium">None. Tokens go to the balance.</p>
              ) : (
                <p className="font-medium">
                  {wallet.network}{' '}
                  <CopyId id={wallet.wallet_address} short={shortId(wallet.wallet_address)} />
                </p>
              )}
              <p className="max-w-120 text-muted">
                {isTest
                  ? 'It receives the tokens of every buy that names no wallet.'
                  : 'It receives the tokens of every buy that names no wallet. Two people at Afara change it, so that a stolen account cannot send your money elsewhere.'}
              </p>
            </div>
            {isTest && mayManageTeam(tenant.role) && (
              <Button onClick={() => setIsOpen(true)}>Change the wallet</Button>
            )}
          </div>
        )}
      </Panel>
      {data !== undefined && (
        <TolerancePanel tenant={tenant} tolerance={isTest ? data.test_tolerance : data.live_tolerance} />
      )}
      {isOpen && <WalletDialog tenant={tenant} before={wallet ?? null} close={() => setIsOpen(false)} />}
    </div>
  )
}

function Fact({ name, note, children }: Readonly<{ name: string; note: string; children: ReactNode }>) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">
        <span className="block font-medium break-words">{children}</span>
        <span className="block text-caption text-muted">{note}</span>
      </dd>
    </>
  )
}

function TolerancePanel({ tenant, tolerance }: Readonly<{ tenant: Tenant; tolerance: string }>) {
  const [isOpen, setIsOpen] = useState(false)
  const kobo = koboOf(tolerance)
  return (
    <Panel title="Tolerance of payments" aside={tenant.mode === 'test' ? 'Test mode' : 'Live mode'}>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 text-small">
        <div className="min-w-0">
          <p className="font-medium">{kobo === '0' ? 'None' : <Money kobo={kobo} />}</p>
          <p className="max-w-120 text-muted">
            A payment that differs from its amount by no more pays it in full, and you receive what was paid.
            At most 0.05 % of an amount counts.
          </p>
        </div>
        {mayManageTeam(tenant.role) && <Button onClick={() => setIsOpen(true)}>Change the tolerance</Button>}
      </div>
      {isOpen && <ToleranceDialog tenant={tenant} before={tolerance} close={() => setIsOpen(false)} />}
    </Panel>
  )
}

function ToleranceDialog({
  tenant,
  before,
  close,
}: Readonly<{ tenant: Tenant; before: string; close: () => void }>) {
  const [tolerance, setTolerance] = useState(before)
  const set = useSetting(tenant, async (path, wanted: object) => signChange(`${path}/tolerance`, wanted))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ mode: tenant.mode, tolerance: tolerance.trim() }, { onSuccess: close })
  }
  return (
    <Dialog title={`Tolerance in ${tenant.mode} mode`} onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Naira"
          required
          inputMode="decimal"
          pattern="1000(\.00?)?|[0-9]{1,3}(\.[0-9]{1,2})?"
          autoComplete="off"
          hint="From 0 to 1,000. With 0, every kobo must match."
          value={tolerance}
          onChange={(event) => {
            setTolerance(event.target.value)
            set.reset()
          }}
        />
        {set.error !== null && <Problem>{sayProblem(set.error)}</Problem>}
        <Button type="submit" look="primary" className="h-11" disabled={set.isPending}>
          <KeyRound size={16} aria-hidden />
          {set.isPending ? 'Waiting for your passkey' : 'Set the tolerance with passkey'}
        </Button>
      </form>
    </Dialog>
  )
}

function WalletDialog({
  tenant,
  before,
  close,
}: Readonly<{ tenant: Tenant; before: Wallet | null; close: () => void }>) {
  const [network, setNetwork] = useState(before?.network ?? 'Polygon')
  const [address, setAddress] = useState(before?.wallet_address ?? '')
  const set = useSetting(tenant, async (path, wanted: Wallet | object) =>
    signChange(`${path}/wallet`, wanted),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ network, wallet_address: address.trim() }, { onSuccess: close })
  }
  return (
    <Dialog title="Default wallet of test mode" onClose={close}>
      <form onSubmit={submit} className="flex flex-col gap-4">
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
            set.reset()
          }}
        />
        {set.error !== null && <Problem>{sayProblem(set.error)}</Problem>}
        <Button type="submit" look="primary" className="h-11" disabled={set.isPending}>
          <KeyRound size={16} aria-hidden />
          {set.isPending ? 'Waiting for your passkey' : 'Set the wallet with passkey'}
        </Button>
        {before !== null && (
          <Button
            className="h-11"
            disabled={set.isPending}
            onClick={() => set.mutate({}, { onSuccess: close })}
          >
            Remove it with passkey
          </Button>
        )}
      </form>
    </Dialog>
  )
}
