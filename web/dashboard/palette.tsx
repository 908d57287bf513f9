import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowRight, KeyRound, Link2, type LucideIcon, Moon, Repeat2, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Money } from '../shared/ui/money.tsx'
import { Pill } from '../shared/ui/pill.tsx'
import { switchTheme } from '../shared/ui/theme-switch.tsx'
import { icons, partyOf } from './transaction-row.tsx'
import { useTenant } from './use-account.ts'
import { searchTransactions, type Transaction } from './use-transactions.ts'
import { ageOf, koboOf, toneOf, wordsOf } from './words.ts'

const PAUSE_MS = 200
const MOST_FOUND = 6

type Page = Readonly<{
  to: `/$business/$mode${'' | '/transactions' | '/pay-links' | '/balance' | '/pay-out' | '/developers' | '/settings' | '/go-live'}`
  name: string
}>
type Order = Readonly<{ name: string; Icon: LucideIcon; run: () => void }>

/** Finds transactions, and does what the pages do, from the keyboard. */
export function Palette({ pages, close }: Readonly<{ pages: readonly Page[]; close: () => void }>) {
  const tenant = useTenant()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const wanted = usePaused(text.trim())
  const found = useQuery({
    queryKey: [tenant.businessId, tenant.mode, 'search', wanted],
    queryFn: async () => searchTransactions(tenant, wanted),
    enabled: wanted.length >= 2,
  })
  const orders = useOrders(text.trim(), pages)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const navigate = useNavigate({ from: '/$business/$mode' })
  const open = ({ transaction_id: id }: Transaction) => {
    dialog.current?.close()
    void navigate({ to: '/$business/$mode/transactions', search: { open: id } })
  }
  const rows = wanted.length >= 2 ? (found.data ?? []).slice(0, MOST_FOUND) : []
  // The first result is ready for Enter as soon as it arrives.
  const first = rows[0]?.transaction_id ?? orders[0]?.name ?? ''
  const [moved, setMoved] = useState({ from: first, to: first })
  const isSearching = text.trim().length >= 2 && (wanted !== text.trim() || found.isFetching)
  return (
    <dialog
      ref={dialog}
      onClose={close}
      aria-label="Search and commands"
      className="mx-auto mt-4 w-[min(640px,calc(100vw-32px))] overflow-hidden rounded-panel border bg-surface p-0 text-text shadow-panel backdrop:bg-phone/50 middle:mt-[12vh]"
    >
      <Command
        label="Search and commands"
        shouldFilter={false}
        loop
        value={moved.from === first ? moved.to : first}
        onValueChange={(to) => setMoved({ from: first, to })}
      >
        <div className="flex h-12 items-center gap-3 border-b px-4">
          <Search size={16} aria-hidden className="shrink-0 text-muted" />
          <Command.Input
            autoFocus
            value={text}
            onValueChange={setText}
            placeholder="Any id, reference, amount, payer or command"
            className="h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-muted"
          />
          <Kbd>Esc</Kbd>
        </div>
        <Command.List label="Results" className="max-h-[60vh] overflow-y-auto p-2">
          {rows.length > 0 && (
            <Group heading="Transactions">
              {rows.map((one) => (
                <FoundItem key={one.transaction_id} one={one} open={() => open(one)} />
              ))}
            </Group>
          )}
          {orders.length > 0 && (
            <Group heading="Commands">
              {orders.map(({ name, Icon, run }) => (
                <Item
                  key={name}
                  value={name}
                  choose={() => {
                    dialog.current?.close()
                    run()
                  }}
                >
                  <Icon size={16} aria-hidden className="text-muted" />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                </Item>
              ))}
            </Group>
          )}
        </Command.List>
        <div className="flex min-h-9 items-center gap-3 border-t px-4 text-caption text-muted">
          <output>
            {toldOf({ isSearching, count: rows.length, text: text.trim(), error: found.error })}
          </output>
          <span className="ml-auto hidden items-center gap-1 middle:flex" aria-hidden="true">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> move <Kbd>↵</Kbd> open
          </span>
        </div>
      </Command>
    </dialog>
  )
}

function toldOf({
  isSearching,
  count,
  text,
  error,
}: Readonly<{ isSearching: boolean; count: number; text: string; error: Error | null }>): string {
  if (text.length < 2) return 'Type to search'
  if (isSearching) return 'Searching'
  if (error !== null) return error.message
  if (count === 0) return 'No transaction matches'
  return count === 1 ? '1 transaction' : `${count} transactions`
}

/** What a person can do here, without what does not contain the typed text. */
function useOrders(text: string, pages: readonly Page[]): readonly Order[] {
  const tenant = useTenant()
  const { mode } = useParams({ from: '/$business/$mode' })
  const navigate = useNavigate({ from: '/$business/$mode' })
  const other = mode === 'test' ? 'live' : 'test'
  const isAmount = /^₦?[0-9][0-9,]*$/.test(text)
  const amount = text.replaceAll(/[₦,]/g, '')
  const payLink: Order = {
    name: isAmount ? `New pay link for ₦${amount.replace(/\B(?=(\d{3})+$)/g, ',')}` : 'New pay link',
    Icon: Link2,
    run: () =>
      void navigate({
        to: '/$business/$mode/pay-links',
        search: { open: 'new', ...(isAmount && { amount }) },
      }),
  }
  const orders: readonly Order[] = [
    ...(tenant.role === 'viewer' ? [] : [payLink]),
    ...pages.map(({ to, name }) => ({
      name: `Go to ${name}`,
      Icon: ArrowRight,
      run: () => void navigate({ to }),
    })),
    ...(['owner', 'administrator', 'developer'].includes(tenant.role)
      ? [
          {
            name: 'New API key',
            Icon: KeyRound,
            run: () => void navigate({ to: '/$business/$mode/developers', search: { open: 'new' } }),
          },
        ]
      : []),
    {
      name: `Switch to ${other} mode`,
      Icon: Repeat2,
      run: () => void navigate({ to: '/$business/$mode', params: { mode: other } }),
    },
    { name: 'Switch between light and dark', Icon: Moon, run: switchTheme },
  ]
  return orders.filter((order) => (order === payLink && isAmount ? true : contains(order.name, text)))
}

function contains(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => name.toLowerCase().includes(word))
}

/** Returns a text after it has not changed for a moment, so that not every letter is a search. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

function FoundItem({ one, open }: Readonly<{ one: Transaction; open: () => void }>) {
  const Icon = icons[one.type]
  return (
    <Item value={one.transaction_id} choose={open}>
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">
        {one.type} · {partyOf(one)}{' '}
        <span className="text-caption text-muted">
          {one.reference}, {ageOf(one.created_at)}
        </span>
      </span>
      <span className="hidden middle:block">
        <Pill tone={toneOf(one.status)}>{wordsOf(one.status)}</Pill>
      </span>
      <span className="font-medium">
        <Money kobo={koboOf(one.amount)} />
      </span>
    </Item>
  )
}

function Group({ heading, children }: Readonly<{ heading: string; children: ReactNode }>) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-caption [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

function Item({
  value,
  choose,
  children,
}: Readonly<{ value: string; choose: () => void; children: ReactNode }>) {
  return (
    <Command.Item
      value={value}
      onSelect={choose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-2 text-small data-[selected=true]:bg-brand-soft middle:min-h-9"
    >
      {children}
    </Command.Item>
  )
}

function Kbd({ children }: Readonly<{ children: string }>) {
  return <kbd className="rounded-small border px-1 font-sans text-caption text-muted">{children}</kbd>
}
