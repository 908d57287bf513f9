import { formatId } from '../../kernel/ids/ids.ts'
import type { Freeze } from '../../records/freezes/freeze.ts'
import { printMoment } from './moments.ts'
import { wrap } from './table.ts'

/** What stands, each with the line that asks for its end. */
export function freezeLines(freezes: readonly Freeze[]): string[] {
  if (freezes.length === 0) {
    return ['Nothing is frozen. Frozen accounts of banks are in "npx afara ops account list".']
  }
  return freezes.flatMap(({ scope, subject, reason, placedBy, placedAt }) => [
    `${scope === 'all' ? 'Everything' : named(scope, subject)}, since ${printMoment(placedAt)} in Lagos, by ${placedBy ?? 'the system'}`,
    ...wrap(`"${reason}"`, '    '),
    `    npx afara ops unfreeze ${typed(scope, subject)} --reason "…"`,
  ])
}

function named(scope: 'business' | 'network', subject: string): string {
  return scope === 'business' ? formatId('business', subject) : subject
}

function typed(scope: Freeze['scope'], subject: string): string {
  if (scope === 'all') return 'all'
  return `${scope} ${scope === 'business' ? formatId('business', subject) : subject.replace(':', ' ')}`
}
