/** What goes out over the wire, and how often. */
export type Message = Readonly<{
  body: string
  headers: Record<string, string>
  copies: number
  isReplayed: boolean
}>
