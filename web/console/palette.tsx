import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowRight, type LucideIcon, Moon, Repeat2, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { switchTheme } from '../shared/ui/theme-switch.tsx'
import { Key } from './parts.tsx'
import { SubjectLine } from './subject-line.tsx'
import { type Mode, useMode } from './use-console.ts'
import { type Found, useSearch } from './use-search.ts'

const PAUSE_MS = 150

type Order = Readonly<{ name: string; Icon: LucideIcon; run: () => void }>

/** Finds anything by any identifier, and opens screens, from the keyboard. Results come first, then commands. */
export function Palette({ close }: Readonly<{ close: () => void }>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const mode = useMode()
  const [text, setText] = useState('')
  const wanted = usePaused(text.trim())
  const found = useSearch(wanted)
  const orders = useOrders(text.trim())
  const open = useOpen()
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const rows = wanted.length >= 2 && wanted === text.trim() ? (found.data?.results ?? []) : []
  // The first result is ready for Enter as soon as it arrives.
  const first = rows[0]?.id ?? orders[0]?.name ?? ''
  const [moved, setMoved] = useState({ from: first, to: first })
  const isSearching = text.trim().length >= 2 && (wanted !== text.trim() || found.isFetching)
  const choose = (run: () => void) => {
    dialog.current?.close()
    run()
  }
  return (
    <dialog
      ref={dialog}
      onClose={close}
      aria-label="Search and commands"
      className="mx-auto mt-4 w-[min(760px,calc(100vw-32px))] overflow-hidden rounded-panel border bg-surface p-0 text-text shadow-panel backdrop:bg-phone/50 middle:mt-[10vh]"
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
            placeholder="Any id, reference, session, hash, wallet, account number, name"
            className="h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-muted"
          />
          <Key>Esc</Key>
        </div>
        <Command.List label="Results" className="max-h-[60vh] overflow-y-auto p-2">
          {rows.length > 0 && (
            <Group heading="Found">
              {rows.map((one) => (
                <Item key={one.id} value={one.id} choose={() => choose(() => open(one))}>
                  <SubjectLine one={one} />
                </Item>
              ))}
            </Group>
          )}
          {orders.length > 0 && (
            <Group heading="Commands">
              {orders.map(({ name, Icon, run }) => (
                <Item key={name} value={name} choose={() => choose(run)}>
                  <Icon size={16} aria-hidden className="text-muted" />
                  <span className="min-w-0 flex-1 truncate">{name}</span>
                </Item>
              ))}
            </Group>
          )}
        </Command.List>
        <div className="flex min-h-9 items-center gap-3 border-t px-4 text-caption text-muted">
          <output>{toldOf(text.trim(), mode, isSearching, found.error, found.data)}</output>
          <span className="ml-auto hidden items-center gap-1 middle:flex" aria-hidden="true">
            <Key>↑</Key> <Key>↓</Key> move <Key>↵</Key> open
          </span>
        </div>
      </Command>
    </dialog>
  )
}

function toldOf(
  text: string,
  mode: Mode,
  isSearching: boolean,
  error: Error | null,
  data: ReturnType<typeof useSearch>['data'],
): string {
  if (text.length < 2) return 'Type an id, a reference, an account number or a name'
  if (isSearching) return 'Searching'
  if (error !== null) return error.message
  const count = data?.results.length ?? 0
  if (data?.is_in_other_mode === true)
    return `Nothing in ${mode} mode. It is in ${mode === 'live' ? 'test' : 'live'} mode: switch, then search again`
  if (count === 0) return 'Nothing matches'
  if (data?.has_more === true) return `The first ${count}. Give a more exact text`
  return count === 1 ? '1 result' : `${count} results`
}

/** Opens the screen of something that was found. What has no screen of its own opens the screen that shows it. */
function useOpen(): (one: Found) => void {
  const mode = useMode()
  const navigate = useNavigate()
  return (one) => {
    if (one.kind === 'transaction')
      void navigate({ to: '/$mode/transactions/$transaction', params: { mode, transaction: one.id } })
    else if (one.kind === 'case') void navigate({ to: '/$mode/cases/$case', params: { mode, case: one.id } })
    else if (one.kind === 'business')
      void navigate({ to: '/$mode/businesses/$business', params: { mode, business: one.id } })
    else if (one.kind === 'lane' || one.kind === 'account')
      void navigate({ to: '/$mode/money', params: { mode } })
    else void navigate({ to: '/$mode/records/$record', params: { mode, record: one.id } })
  }
}

/** What an operator can do here, without what does not contain the typed text. */
function useOrders(text: string): readonly Order[] {
  const mode = useMode()
  const navigate = useNavigate()
  const other: Mode = mode === 'live' ? 'test' : 'live'
  const go = (
    name: string,
    to:
      | '/$mode'
      | '/$mode/cases'
      | '/$mode/transactions'
      | '/$mode/money'
      | '/$mode/businesses'
      | '/$mode/banks',
  ) => ({
    name: `Go to ${name}`,
    Icon: ArrowRight,
    run: () => void navigate({ to, params: { mode } }),
  })
  const orders: readonly Order[] = [
    go('Now', '/$mode'),
    go('Cases', '/$mode/cases'),
    go('Transactions', '/$mode/transactions'),
    go('Money', '/$mode/money'),
    go('Businesses', '/$mode/businesses'),
    go('Banks and rates', '/$mode/banks'),
    {
      name: 'Import a statement',
      Icon: ArrowRight,
      run: () => void navigate({ to: '/$mode/money', params: { mode }, search: { do: 'import' } }),
    },
    {
      name: `Switch to ${other} mode`,
      Icon: Repeat2,
      run: () => void navigate({ to: '/$mode', params: { mode: other } }),
    },
    { name: 'Switch between light and dark', Icon: Moon, run: switchTheme },
  ]
  const words = text.toLowerCase().split(/\s+/)
  return orders.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
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
