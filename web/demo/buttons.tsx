import type { ButtonName, ButtonState, DemoState } from '@afara/stack/demo/demo-state.ts'
import { Send } from 'lucide-react'
import { joinClasses } from '../shared/ui/join-classes.ts'
import { usePress } from './ask.ts'

type Wording = Readonly<{
  name: ButtonName
  does: string
  /** The second line before the first press, and while a press is under way. */
  means: string
  during: string
}>

const machines: readonly Wording[] = [
  {
    name: 'kill-worker',
    does: 'Kill the worker',
    means: 'with money in flight',
    during: 'recovering',
  },
  {
    name: 'lose-reply',
    does: 'Lose the bank’s reply',
    means: 'did it pay or not?',
    during: 'asking the bank',
  },
  {
    name: 'five-webhooks',
    does: 'Send the webhook five times',
    means: 'for one payment',
    during: 'counting',
  },
  {
    name: 'reorganise',
    does: 'Reorganise the chain',
    means: 'undo two blocks',
    during: 'recovering',
  },
  {
    name: 'delete-engine',
    does: 'Delete the engine’s disk',
    means: 'all that it knows',
    during: 'recovering',
  },
]
const people: readonly Wording[] = [
  { name: 'pay-twice', does: 'Pay twice', means: 'for one order', during: 'refunding one' },
  { name: 'take-back', does: 'Take the money back', means: 'after the delivery', during: 'booking it' },
]

export function Buttons({ demo }: Readonly<{ demo: DemoState | undefined }>) {
  const { mutate: press } = usePress()
  const stateOf = (name: ButtonName) => demo?.buttons[name]
  const isOff = demo === undefined
  return (
    <div className="grid gap-x-3 gap-y-4 wide:grid-cols-[148px_minmax(0,5fr)_minmax(0,2fr)]">
      <Group title="1. Start" className="grid-cols-1">
        <button
          type="button"
          disabled={isOff}
          onClick={() => press('pay')}
          className="flex h-16 flex-col justify-center rounded-panel border border-brand bg-brand px-4 text-left text-on-brand transition-colors duration-100 hover:border-brand-strong hover:bg-brand-strong disabled:opacity-50"
        >
          <span className="flex items-center justify-between text-lead font-semibold">
            Pay <Send size={16} aria-hidden />
          </span>
          <Second name="pay" state={stateOf('pay')} means="one order" during="on its way" isOnBrand />
        </button>
      </Group>
      <Group title="2. Break our machines" className="grid-cols-2 middle:grid-cols-5">
        {machines.map((one) => (
          <Break key={one.name} {...one} state={stateOf(one.name)} isOff={isOff} press={press} />
        ))}
      </Group>
      <Group title="Or surprise us from outside" className="grid-cols-2">
        {people.map((one) => (
          <Break key={one.name} {...one} state={stateOf(one.name)} isOff={isOff} press={press} />
        ))}
      </Group>
    </div>
  )
}

function Group(props: Readonly<{ title: string; className: string; children: React.ReactNode }>) {
  return (
    <section>
      <h2 className="mb-2 text-caption font-medium text-muted">{props.title}</h2>
      <div className={joinClasses('grid gap-3', props.className)}>{props.children}</div>
    </section>
  )
}

type BreakProps = Wording &
  Readonly<{ state: ButtonState | undefined; isOff: boolean; press(name: ButtonName): void }>

function Break({ name, does, means, during, state, isOff, press }: BreakProps) {
  const isRunning = (state?.running ?? 0) > 0
  return (
    <button
      type="button"
      disabled={isOff}
      onClick={() => press(name)}
      className={joinClasses(
        'flex h-16 min-w-0 flex-col justify-center gap-0.5 rounded-panel border bg-surface px-2.5 text-left max-middle:last:odd:col-span-2 transition-colors duration-100 hover:bg-sunken disabled:opacity-50',
        isRunning ? 'border-warn' : 'border-border-strong',
      )}
    >
      <span className="text-small leading-4 font-semibold">{does}</span>
      <Second name={name} state={state} means={means} during={during} />
    </button>
  )
}

type SecondProps = Readonly<{
  name: ButtonName
  state: ButtonState | undefined
  means: string
  during: string
  isOnBrand?: boolean
}>

/** Says what the button does, then what is happening, then how it ended. */
function Second({ name, state, means, during, isOnBrand = false }: SecondProps) {
  const look = 'block truncate text-caption'
  if (state !== undefined && state.running > 0)
    return (
      <span
        className={joinClasses(look, isOnBrand ? 'opacity-90' : 'font-medium text-warn')}
        data-running={name}
      >
        {during}
        {state.running > 1 && ` (${state.running})`}…
      </span>
    )
  const last = state?.last
  if (last === null || last === undefined)
    return <span className={joinClasses(look, isOnBrand ? 'opacity-90' : 'text-muted')}>{means}</span>
  const tone = isOnBrand ? 'opacity-90' : last.isGood ? 'font-medium text-good' : 'font-medium text-bad'
  return (
    <span className={joinClasses(look, tone)}>
      {last.isGood ? '✓' : '✗'} {last.words}
    </span>
  )
}
