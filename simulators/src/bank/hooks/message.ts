/** A notification as it is sent, and the number of copies. */
export type Message = Readonly<{
  body: string
  headers: Record<string, string>
  copies: number
  isReplayed: boolean
}>
