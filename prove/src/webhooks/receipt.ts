/** One request in the log of a receiver. */
export type Receipt = Readonly<{
  /** Time at which it was complete, in milliseconds since 1970. */
  at: number
  /** Path of the receiver. */
  place: string
  eventId: string
  /** Status of the reply, or 0 for none. */
  status: number
  /** Whether it is signed with this receiver's secret. */
  isSigned: boolean
  /** Digest of the body, with the digits of every number. */
  digest: string
}>
