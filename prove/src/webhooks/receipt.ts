/** One request that came to a receiver, by its own log. */
export type Receipt = Readonly<{
  /** Milliseconds since 1970, when it was there in full. */
  at: number
  /** The path of the receiver. */
  place: string
  eventId: string
  /** What was answered; 0 for nothing. */
  status: number
  /** Its signature is one of this receiver's own secret. */
  isSigned: boolean
  /** Of its body, every number by its own digits. */
  digest: string
}>
