import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../shared/ui/button.tsx'
import { CopyButton, CopyId } from '../shared/ui/copy-button.tsx'
import { Dialog } from '../shared/ui/dialog.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Mark } from '../shared/ui/mark.tsx'
import { Money } from '../shared/ui/money.tsx'
import { Panel } from '../shared/ui/panel.tsx'
import { Pill, type Tone } from '../shared/ui/pill.tsx'
import { EmptyState, Problem, Skeleton } from '../shared/ui/placeholder.tsx'
import { Scroller } from '../shared/ui/scroller.tsx'
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx'

const statuses: ReadonlyArray<readonly [tone: Tone, word: string]> = [
  ['good', 'Completed'],
  ['info', 'Sending'],
  ['warn', 'Action required'],
  ['bad', 'Refund failed'],
  ['ended', 'Expired'],
]

/** Shows every token and component as it is: the page is made of what it documents. */
export function DesignPage() {
  return (
    <main className="mx-auto grid max-w-[960px] gap-6 px-4 py-8 middle:px-8">
      <header className="flex items-center gap-3">
        <span className="text-brand">
          <Mark size={32} />
        </span>
        <h1 className="text-display font-semibold tracking-tight">Design system</h1>
        <span className="ml-auto">
          <ThemeSwitch />
        </span>
      </header>
      <p className="max-w-[640px] text-lead text-muted">
        Every page in web/ uses these tokens and components, and no others. This page is made of them: change
        a token, and you see it here.
      </p>
      <Colours />
      <Type />
      <Spacing />
      <Components />
      <Rules />
    </main>
  )
}

const surfaces = ['bg', 'surface', 'sunken', 'border', 'border-strong']
const inks = ['text', 'muted', 'faint', 'brand', 'deep']
const states = ['good', 'info', 'warn', 'bad']

function Colours() {
  return (
    <Panel title="Colour" aside="Change the theme to see both values">
      <div className="grid gap-4 p-4">
        <Swatches names={surfaces} note="Surfaces and lines" />
        <Swatches names={inks} note="Ink. Faint is for icons and outlines, never for text" />
        <Swatches names={states.flatMap((name) => [name, `${name}-soft`])} note="State, and nothing else" />
      </div>
    </Panel>
  )
}

function Swatches({ names, note }: Readonly<{ names: readonly string[]; note: string }>) {
  return (
    <div>
      <h3 className="mb-2 text-caption text-muted">{note}</h3>
      <ul className="grid grid-cols-2 gap-2 middle:grid-cols-5">
        {names.map((name) => (
          <li key={name} className="rounded-small border">
            <div className="h-12 rounded-t-small" style={{ background: `var(--${name})` }} />
            <p className="px-2 py-1 font-mono text-caption">{name}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const sizes = [
  ['text-caption', 12, 'Captions, ids and table heads'],
  ['text-small', 13, 'Rows and buttons'],
  ['text-body', 14, 'Text and panel titles'],
  ['text-lead', 16, 'The first sentence of a page'],
  ['text-title', 20, 'The title of a page'],
  ['text-display', 28, 'The one question or amount'],
  ['text-amount', 40, 'A figure to read from across a room'],
] as const

function Type() {
  return (
    <Panel title="Type" aside="Inter, and JetBrains Mono for ids. Figures are tabular">
      <dl className="divide-y">
        {sizes.map(([size, pixels, use]) => (
          <div key={size} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-2">
            <dt className={`${size} font-semibold`}>₦20,001.00 paid once</dt>
            <dd className="text-caption text-muted">
              {pixels} · {use}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const steps = [4, 8, 12, 16, 24, 32, 48]

function Spacing() {
  return (
    <Panel title="Spacing" aside="Steps of 4 pixels">
      <ul className="flex flex-wrap items-end gap-6 p-4">
        {steps.map((step) => (
          <li key={step} className="grid justify-items-center gap-2">
            <div className="bg-brand" style={{ width: step, height: step }} />
            <span className="font-mono text-caption text-muted">{step}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Components() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Panel title="Components" aside="Press Tab to see the focus ring">
      <dl className="divide-y">
        <Row name="Button" rule="A verb and its object. One primary button per view.">
          <Button look="primary">Approve with passkey</Button>
          <Button>Return the money</Button>
          <Button look="quiet">
            <Copy size={14} aria-hidden /> Copy the id
          </Button>
          <Button disabled>Paying out</Button>
          <Button asChild>
            <a href="https://www.w3.org/WAI/ARIA/apg/patterns/link/">A link that looks like one</a>
          </Button>
        </Row>
        <Row name="Pill" rule="A dot and a public status word. Hollow: no fresh data.">
          {statuses.map(([tone, word]) => (
            <Pill key={word} tone={tone}>
              {word}
            </Pill>
          ))}
          <Pill tone="ended" isStale>
            No answer for 40 s
          </Pill>
        </Row>
        <Row name="Money" rule="In full, to the kobo. ₦ comes first, NGNC last.">
          <span className="text-title font-semibold">
            <Money kobo="2000100" />
          </span>
          <span className="text-title font-semibold">
            <Money kobo="-5000" />
          </span>
        </Row>
        <Row name="Mark" rule="The bridge. It takes the colour of the text.">
          {[16, 24, 48].map((size) => (
            <span key={size} className="text-brand">
              <Mark size={size} />
            </span>
          ))}
        </Row>
        <Row name="Field" rule="A label above, help below. A problem says what to do.">
          <Field label="Business name" defaultValue="Ada Foods" className="w-full" />
          <Field
            label="Link tag"
            defaultValue="Ada Foods"
            problem="Use lower-case letters, digits and hyphens."
            className="w-full"
          />
        </Row>
        <Row name="Copy" rule="Ids are always shortened in the same way. Copies the whole text.">
          <CopyId id="txn_01a1dcc33c477feca0d6d2cee34c8ce8" short="txn_01a1…8ce8" />
          <CopyButton text="svc_test_dev_example" what="key" />
        </Row>
        <Row name="Placeholder" rule="A skeleton has the height of its row. An empty state teaches.">
          <div className="w-full rounded-panel border">
            <Skeleton rows={1} />
            <EmptyState>Nothing waits for you. A payment that is short appears here.</EmptyState>
          </div>
          <Problem>The link tag is taken. Choose another.</Problem>
        </Row>
        <Row name="Dialog" rule="One question over the page. Escape closes it.">
          <Button onClick={() => setIsAsking(true)}>Open a dialog</Button>
          {isAsking && (
            <Dialog title="Revoke “Checkout”" onClose={() => setIsAsking(false)}>
              <p className="text-body">Every program that uses this key is refused within five seconds.</p>
            </Dialog>
          )}
        </Row>
        <Row name="Panel" rule="A border, no shadow. A title on the left, one note on the right.">
          <Panel title="Where your money is now" aside="Updated 3 s ago" className="w-full">
            <p className="p-4 text-muted">Nothing is on its way.</p>
          </Panel>
        </Row>
        <Row name="Scroller" rule="A named region that scrolls, also with keys.">
          <Scroller name="An example" className="h-16 rounded-small border px-4 py-2">
            {rules.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
          </Scroller>
        </Row>
      </dl>
    </Panel>
  )
}

function Row({ name, rule, children }: Readonly<{ name: string; rule: string; children: ReactNode }>) {
  return (
    <div className="grid gap-3 p-4 middle:grid-cols-[240px_1fr]">
      <dt>
        <p className="font-semibold">{name}</p>
        <p className="text-muted">{rule}</p>
      </dt>
      <dd className="flex flex-wrap items-center gap-3">{children}</dd>
    </div>
  )
}

const rules = [
  'Say who holds the money, why it waits, until when, and what happens then. Never show “pending” alone.',
  'Use colour for state only. Amounts, headings and rows keep the colour of text.',
  'Old data never looks new: show its age, a hollow dot and muted figures.',
  'Targets are 44 pixels on a phone. Focus is a ring of 2 pixels. Motion takes at most 150 ms.',
  'A minus is “−”, tokens read “19,951.00 NGNC”, and a name is never cut where it tells two things apart.',
]

function Rules() {
  return (
    <Panel title="Rules">
      <ul className="list-disc space-y-2 p-4 pl-8 text-body">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </Panel>
  )
}
