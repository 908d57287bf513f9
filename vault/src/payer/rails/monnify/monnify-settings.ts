export type MonnifySettings = Readonly<{
  baseUrl: string
  apiKey: string
  secretKey: string
  /** Notifications may still be signed with the one before. */
  previousSecretKey: string | null
  /** The wallet that is paid from. */
  sourceAccountNumber: string
  /** How long one request may take. */
  deadlineMs?: number
}>
