import type { BankAnswer } from '../../../shared/banks/ask-bank.ts'

/** Sends one request with our key; with a body it is a POST. */
export type AskPaystack = (path: string, signal: AbortSignal, body?: string) => Promise<BankAnswer>

export type PaystackSettings = Readonly<{
  baseUrl: string
  secretKey: string
  /** Notifications may still be signed with the previous key. */
  previousSecretKey: string | null
  /** How long one request may take. */
  deadlineMs?: number
}>
