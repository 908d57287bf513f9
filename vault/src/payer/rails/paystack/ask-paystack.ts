import type { BankAnswer } from '../ask-bank.ts'

/** One request with our key; with a body it is a POST. */
export type AskPaystack = (path: string, signal: AbortSignal, body?: string) => Promise<BankAnswer>
