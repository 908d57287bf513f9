import type { DemoState } from '@afara/stack/demo/demo-state.ts'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { Mark } from '../shared/ui/mark.tsx'
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx'
import { useDemo } from './ask.ts'
import { BooksPane } from './books-pane.tsx'
import { BusinessPane } from './business-pane.tsx'
import { Buttons } from './buttons.tsx'
import { Counter } from './counter.tsx'
import { EventLog } from './event-log.tsx'
import { PayerPane } from './payer-pane.tsx'

const panes = [
  ['payer', 'The payer'],
  ['business', 'The business'],
  ['books', 'The books'],
] as const

/**
 * Three views of the same money, eight ways to break what moves it, and a count by someone else. A wide screen shows the views first. On a
 * phone the buttons and the count come first, so that both are in view together.
 */
export function DemoPage() {
  const { data: demo, isError } = useDemo()
  const [pane, setPane] = useState('payer')
  return (
    <div className="mx-auto max-w-[1440px] px-4 pb-4 wide:px-6">
      <header className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-3 wide:flex wide:py-2">
        <span className="text-brand">
          <Mark size={28} />
        </span>
        <span className="hidden border-r border-border-strong pr-4 text-lead font-semibold wide:block">
          Afara
        </span>
        <h1 className="text-lead font-semibold tracking-tight middle:text-title wide:ml-1">
          Pay, then break something. The money still arrives once.
        </h1>
        <span className="wide:order-1">
          <ThemeSwitch />
        </span>
        <Parts parts={demo?.parts ?? []} />
      </header>
      {isError && (
        <p role="alert" className="mb-4 rounded-panel border border-warn bg-warn-soft px-4 py-3 text-warn">
          The demo does not answer. Look at the terminal, or start it again with npm run demo.
        </p>
      )}
      <main className="grid gap-4 wide:grid-cols-[minmax(0,728fr)_minmax(0,648fr)]">
        <div className="wide:order-2 wide:col-span-2">
          <Buttons demo={demo} />
        </div>
        <Counter count={demo?.count ?? null} />
        <Tabs.Root value={pane} onValueChange={setPane} className="min-w-0 wide:order-1 wide:col-span-2">
          <Tabs.List
            aria-label="Views of the same payment"
            className="mb-3 grid grid-cols-3 rounded-panel border bg-sunken p-1 wide:hidden"
          >
            {panes.map(([value, name]) => (
              <Tabs.Trigger
                key={value}
                value={value}
                className="h-11 rounded-small text-small font-medium text-muted data-[state=active]:bg-surface data-[state=active]:text-text"
              >
                {name}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <div className="gap-4 wide:grid wide:grid-cols-[296px_minmax(0,1fr)_minmax(0,1fr)]">
            <Pane value="payer" title="The payer" note="what the customer sees">
              <PayerPane path={demo?.phone.path} number={demo?.phone.number} />
            </Pane>
            <Pane value="business" title="The business" note="what Ada Foods sees">
              <BusinessPane orders={demo?.orders ?? []} />
            </Pane>
            <Pane value="books" title="The books" note="every kobo, double entry">
              <BooksPane books={demo?.books ?? null} isMoving={(demo?.count?.onItsWay ?? 0) > 0} />
            </Pane>
          </div>
        </Tabs.Root>
        <EventLog lines={demo?.log ?? []} />
      </main>
    </div>
  )
}

function Parts({ parts }: Readonly<{ parts: DemoState['parts'] }>) {
  return (
    <ul
      className="col-span-3 grid grid-cols-3 gap-x-3 text-caption text-muted middle:flex wide:ml-auto wide:gap-x-4"
      aria-label="Running on this computer"
    >
      {parts.map(({ name, isUp }) => (
        <li key={name} className="flex items-center gap-1.5 whitespace-nowrap">
          <span
            className={joinClasses(
              'size-1.5 rounded-full border',
              isUp ? 'border-good bg-good' : 'border-warn',
            )}
          />
          {isUp ? name : <b className="font-semibold text-warn">{name} down</b>}
        </li>
      ))}
    </ul>
  )
}

/** All three are side by side on a wide screen. On a phone, one is chosen. */
function Pane(props: Readonly<{ value: string; title: string; note: string; children: React.ReactNode }>) {
  return (
    <Tabs.Content
      value={props.value}
      forceMount
      className="min-w-0 data-[state=inactive]:hidden wide:data-[state=inactive]:block"
    >
      <h2 className="mb-2 hidden items-baseline gap-2 text-body font-semibold wide:flex">
        {props.title}
        <span className="text-small font-normal text-muted">{props.note}</span>
      </h2>
      {props.children}
    </Tabs.Content>
  )
}
