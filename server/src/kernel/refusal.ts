/** The caller asked for something we will never do: the same request would be refused again. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Ours to mend: a rule of our own does not hold. The step crashes and someone is told. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion: ${message}`)
}
