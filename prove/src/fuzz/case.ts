import { createHash } from 'node:crypto'
import type { RequestKind } from './kinds.ts'
import { type ClassName, classNames } from './kinds.ts'
import type { LinkedKind } from './stage.ts'

export type Kind = RequestKind | LinkedKind

/** Kinds of each class, in the order of their turns. A kind with a weight is listed several times. */
export type Catalogue = Readonly<Record<ClassName, readonly Kind[]>>

// A linked sequence sends many requests, so it is rarer than the other classes.
const CYCLE: readonly ClassName[] = [
  ...Array.from({ length: 7 }, () => ['valid', 'broken', 'hostile'] as const).flat(),
  'hostile',
  'linked',
]

export function createCatalogue(kinds: readonly Kind[]): Catalogue {
  const names = new Set<string>()
  for (const { className, name } of kinds) {
    const whole = `${className} ${name}`
    if (names.has(whole)) throw new Error(`two kinds of case are called "${whole}"`)
    names.add(whole)
  }
  const of = (className: ClassName) => spread(kinds.filter((kind) => kind.className === className))
  return { valid: of('valid'), broken: of('broken'), hostile: of('hostile'), linked: of('linked') }
}

/** Lists every kind once, then repeats those with weight, so that heavy kinds are not all adjacent. */
function spread(kinds: readonly Kind[]): Kind[] {
  const mixed = kinds
    .map((kind) => [digest(kind.name), kind] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  const ordered = mixed.map(([, kind]) => kind)
  const heaviest = Math.max(1, ...ordered.map(weightOf))
  return Array.from({ length: heaviest }, (_, round) =>
    ordered.filter((kind) => weightOf(kind) > round),
  ).flat()
}

/** Returns the sort key of a kind. The order is mixed but the same in every run, so a short run covers part of every operation. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

function weightOf(kind: Kind): number {
  return (kind.className === 'linked' ? undefined : kind.weight) ?? 1
}

/** Returns the kind of the case with this number, counted from one. Classes take turns, and so do the kinds in a class. */
export function kindOfCase(catalogue: Catalogue, number: number): Kind {
  const place = (number - 1) % CYCLE.length
  const className = CYCLE[place] ?? 'valid'
  const inCycle = CYCLE.filter((other) => other === className).length
  const before = CYCLE.slice(0, place).filter((other) => other === className).length
  const turn = Math.floor((number - 1) / CYCLE.length) * inCycle + before
  const kinds = catalogue[className]
  const kind = kinds[turn % kinds.length]
  if (kind === undefined) throw new Error(`there is no kind of case in the class ${className}`)
  return kind
}

export function wholeName({ className, name }: Kind): string {
  return `${className} ${name}`
}

export function allKinds(catalogue: Catalogue): readonly Kind[] {
  return [...new Set(classNames.flatMap((className) => catalogue[className]))]
}
