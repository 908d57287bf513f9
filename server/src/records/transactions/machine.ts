/** Who can lay a hand on the money while a transaction is in a status. */
export type Holder = 'payer' | 'business' | 'afara' | 'in flight' | 'recipient' | 'sending bank' | 'nobody'

export type StatusMeaning = Readonly<{ sentence: string; holder: Holder }>

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

/** The status that an event leads to, or undefined when the machine has no such edge: the caller re-reads and decides. */
export function nextStatus<S extends string, E extends string>(
  machine: Machine<S, E>,
  status: S,
  event: E,
): S | undefined {
  const edges = machine.edges[status]
  return Object.hasOwn(edges, event) ? edges[event] : undefined
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
