export type PaystackSettings = Readonly<{
  baseUrl: string
  secretKey: string
  /** Notifications may still be signed with the one before. */
  previousSecretKey: string | null
  /** How long one request may take. */
  deadlineMs?: number
}>
