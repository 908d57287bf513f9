/** Party that controls the money while a transaction is in a status. */
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
  /** Expected duration. Null: the status is final, or its end cannot be promised. */
  expectedWithinMs: number | null
  /**
   * Delay until the driver checks the transaction. Undefined: after the expected duration. Null: the step that leads to this status sets
   * the time.
   */
  lookAfterMs?: number | null
}>

/** Maps each status and event to the next status. The SQL guard and the diagram in the docs are generated from this table. */
export type Machine<Status extends string = string, Event extends string = string> = Readonly<{
  type: string
  starts: Readonly<Partial<Record<Event, Status>>>
  edges: Readonly<Record<Status, Readonly<Partial<Record<Event, Status>>>>>
  meanings: Readonly<Record<Status, StatusMeaning>>
}>

/** Returns the delay until the driver checks a transaction in a status without a nudge. Null: no check is scheduled. */
export function lookAfterMs({ lookAfterMs: given, expectedWithinMs }: StatusMeaning): number | null {
  return given === undefined ? expectedWithinMs : given
}

export type Transition = Readonly<{ type: string; from: string; event: string; to: string }>

/** Returns every edge as a row. An empty `from` is the start. */
export function transitionsOf(machine: Machine): Transition[] {
  const { type } = machine
  const rows = [['', machine.starts] as const, ...Object.entries(machine.edges)]
  return rows.flatMap(([from, edges]) =>
    Object.entries(edges).map(([event, to]) => ({ type, from, event, to: to as string })),
  )
}
