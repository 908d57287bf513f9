/** A node does not show what the record says: it may yet (`waits`), or it shows something else (`denied`). */
export class NotShown extends Error {
  override readonly name = 'NotShown'
  readonly kind: 'waits' | 'denied'

  constructor(kind: NotShown['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export function waitUnless(condition: boolean, message: string): asserts condition {
  if (!condition) throw new NotShown('waits', message)
}

export function denyUnless(condition: boolean, message: string): asserts condition {
  if (!condition) throw new NotShown('denied', message)
}
