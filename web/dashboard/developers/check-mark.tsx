import type { CertificationCheck } from '@afara/sdk'
import { Check, Clock, Minus } from 'lucide-react'

const marks = {
  passed: { Icon: Check, look: 'text-good', word: 'Passed' },
  waiting: { Icon: Clock, look: 'text-warn', word: 'Waiting' },
  not_shown: { Icon: Minus, look: 'text-faint', word: 'Not shown yet' },
} as const

/** How far a check is, as an icon and a word for screen readers. */
export function CheckMark({ state }: Readonly<{ state: CertificationCheck['state'] }>) {
  const { Icon, look, word } = marks[state]
  return (
    <span className={`mt-0.5 shrink-0 ${look}`}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{word}: </span>
    </span>
  )
}

/** How many of all passed, as a bar. */
export function PassedBar({ passed, of }: Readonly<{ passed: number; of: number }>) {
  return (
    <progress
      aria-label={`${passed} of ${of} passed`}
      value={passed}
      max={of}
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-border [&::-moz-progress-bar]:bg-good [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:bg-good"
    />
  )
}

/** paid_exactly is "Paid exactly". */
export function titleOfScenario(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
