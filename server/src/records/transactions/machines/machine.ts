/** Who can lay a hand on the money while a transaction is in a status. */
export type Holder =
  | 'payer'
  | 'business'
  | 'afara'
  | 'in flight'
  | 'recipient'
  | 'sending bank'
  | 'issuer'
  | 'nobody'

export type StatusMeaning = Readonly<{
  sentence: string
  holder: Holder
  /** How long it should take; null when it is final, or waits for the world without a promise. */
  expectedWithinMs: number | null
  /** When the driver looks at it, if that is not when it should be over; null: the step that brings it here says when. */
  lookAfterMs?: number | null
}>

/**
 * One table says which event leads from which status to which. The SQL guard and the picture in the docs are made
 * from the same table, so that there is one place to change and nothing to keep in step.
 */
export type Machine<Status extends string = string, Event extends string = string> = Readonly<{
  type: string
  starts: Readonly<Partial<Record<Event, Status>>>
  edges: Readonly<Record<Status, Readonly<Partial<Record<Event, Status>>>>>
  meanings: Readonly<Record<Status, StatusMeaning>>
}>

/** When the driver looks at a transaction in a status without being called, or null when nothing is due by itself. */
export function lookAfterMs({ lookAfterMs: given, expectedWithinMs }: StatusMeaning): number | null {
  return given === undefined ? expectedWithinMs : given
}

export type Transition = Readonly<{ type: string; from: string; event: string; to: string }>

/** Every edge as a row; an empty `from` is the start. */
export function transitionsOf(machine: Machine): Transition[] {
  const { type } = machine
  const rows = [['', machine.starts] as const, ...Object.entries(machine.edges)]
  return rows.flatMap(([from, edges]) =>
    Object.entries(edges).map(([event, to]) => ({ type, from, event, to: to as string })),
  )
}
