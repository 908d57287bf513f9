import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { Field } from '../shared/ui/field.tsx'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Money } from '../shared/ui/money.tsx'
import { Problem } from '../shared/ui/placeholder.tsx'
import { saveFile, type Tenant } from './ask-api.ts'
import { PeriodField } from './period.tsx'
import { filterQuery, type ListFilters, totalsQuery } from './use-transactions.ts'
import { isoToday, koboOf, needsYou } from './words.ts'

const chips: ReadonlyArray<readonly [name: string, filters: Pick<ListFilters, 'type' | 'status'>]> = [
  ['All', {}],
  ['Buys', { type: 'buy' }],
  ['Sells', { type: 'sell' }],
  ['Withdrawals', { type: 'withdrawal' }],
  ['Needs you', { status: needsYou.join(',') }],
  ['Completed', { status: 'completed' }],
]

/** Chooses what the list shows, says its sum, and saves it. Every choice is in the address. */
export function TransactionFilters({ tenant, now }: Readonly<{ tenant: Tenant; now: ListFilters }>) {
  const navigate = useNavigate({ from: '/$business/$mode/transactions' })
  const hasMore = [now.party, now.least, now.most].some((value) => value !== undefined)
  const [isOpen, setIsOpen] = useState(hasMore)
  return (
    <div className="mb-3 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label="Filters" className="flex flex-wrap gap-2">
          {chips.map(([name, filter]) => (
            <Chip key={name} name={name} filter={filter} now={now} />
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-2">
          <PeriodField
            value={now}
            usual="all"
            change={(next) =>
              void navigate({
                search: ({ period: _p, from: _f, to: _t, find: _s, ...rest }) => ({ ...rest, ...next }),
              })
            }
          />
          <Button aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setIsOpen(!isOpen)}>
            <SlidersHorizontal size={16} aria-hidden />
            More filters
          </Button>
        </div>
      </div>
      {isOpen && <MoreFilters key={JSON.stringify(now)} now={now} />}
      <Sum tenant={tenant} now={now} />
    </div>
  )
}

function Chip({
  name,
  filter,
  now,
}: Readonly<{ name: string; filter: Pick<ListFilters, 'type' | 'status'>; now: ListFilters }>) {
  const isOn = now.find === undefined && now.type === filter.type && now.status === filter.status
  return (
    <Link
      from="/$business/$mode"
      to="/$business/$mode/transactions"
      search={({ type: _t, status: _s, find: _f, ...rest }: ListFilters) => ({ ...rest, ...filter })}
      aria-current={isOn ? 'true' : undefined}
      className={joinClasses(
        'inline-flex h-9 items-center rounded-full border px-3 text-small font-medium middle:h-7',
        isOn ? 'border-brand bg-brand-soft text-brand' : 'border-border-strong text-muted hover:bg-sunken',
      )}
    >
      {name}
    </Link>
  )
}

const fields = [
  ['party', 'Payer or payee', 'Ada Obi, or the last four digits'],
  ['least', 'At least', '15,000'],
  ['most', 'At most', '250,000'],
] as const

function MoreFilters({ now }: Readonly<{ now: ListFilters }>) {
  const navigate = useNavigate({ from: '/$business/$mode/transactions' })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const amountOf = (name: string) => textOf(name).replaceAll(/[₦,\s]/g, '')
    const next = { party: textOf('party'), least: amountOf('least'), most: amountOf('most') }
    void navigate({
      search: ({ party: _p, least: _l, most: _m, find: _f, ...rest }) => ({
        ...rest,
        ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')),
      }),
    })
  }
  return (
    <form
      id="more-filters"
      onSubmit={submit}
      className="grid items-end gap-3 rounded-panel border bg-bg p-3 middle:grid-cols-[1.6fr_1fr_1fr_auto]"
    >
      {fields.map(([name, label, placeholder]) => (
        <Field
          key={name}
          name={name}
          label={label}
          placeholder={placeholder}
          defaultValue={now[name] ?? ''}
          autoComplete="off"
          {...(name !== 'party' && { inputMode: 'decimal', pattern: '[₦0-9,. ]*' })}
          {...(name === 'party' && { minLength: 2, maxLength: 100 })}
        />
      ))}
      <Button type="submit" className="h-11 middle:h-10">
        Show them
      </Button>
    </form>
  )
}

/** The number and the sum of what is shown, and a file of it. */
function Sum({ tenant, now }: Readonly<{ tenant: Tenant; now: ListFilters }>) {
  const { data } = useQuery({ ...totalsQuery(tenant, now), enabled: now.find === undefined })
  const save = useMutation({
    mutationFn: async () =>
      saveFile(
        tenant,
        `/transactions/v1/export?${filterQuery(now)}`,
        `afara-transactions-${tenant.linkTag}-${isoToday()}.csv`,
      ),
  })
  if (now.find !== undefined) return null
  const count = data?.totals.reduce((sum, one) => sum + BigInt(one.count), 0n)
  const kobo = data?.totals.reduce((sum, one) => sum + BigInt(koboOf(one.amount)), 0n)
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3 text-small text-muted">
        <p aria-live="polite">
          {count !== undefined && kobo !== undefined && (
            <>
              {data?.is_complete === false && 'Of the newest: '}
              {count.toString()} {count === 1n ? 'transaction' : 'transactions'},{' '}
              <b className="font-medium text-text">
                <Money kobo={kobo.toString()} />
              </b>
            </>
          )}
        </p>
        <Button disabled={save.isPending || count === 0n} onClick={() => save.mutate()}>
          <Download size={16} aria-hidden />
          Export CSV
        </Button>
      </div>
      {save.error !== null && <Problem>{save.error.message}</Problem>}
    </>
  )
}
