import { AfaraError, ConnectionError, UnavailableError } from '@afara/sdk'
import { maskKeysIn } from './output/mask-key.ts'
import { toPlainText } from './output/plain-text.ts'
import { UsageError } from './usage-error.ts'

export type Explained = Readonly<{ lines: readonly string[]; exitCode: number }>

/**
 * Returns one or two lines with the problem, the next step and the request id. Exit codes: 1 = refused, 2 = wrong usage, 3 = no answer, try
 * again.
 */
export function explainError(error: unknown): Explained {
  const plain = (text: string) => toPlainText(maskKeysIn(text))
  if (error instanceof UsageError) return { lines: [plain(error.message)], exitCode: 2 }
  if (error instanceof AfaraError) {
    const isGone = error instanceof ConnectionError || error instanceof UnavailableError
    const more = error.docsUrl === undefined ? [] : [`  See ${plain(error.docsUrl)}`]
    return { lines: [plain(forPeople(error.message)), ...more], exitCode: isGone ? 3 : 1 }
  }
  return { lines: [plain(error instanceof Error ? error.message : String(error))], exitCode: 1 }
}

// The SDK names parameters, but a user of the terminal types flags.
function forPeople(message: string): string {
  return message
    .replace('Check baseUrl and the network', 'Check the URL ("afara whoami" shows it) and the network')
    .replace(/with idempotencyKey "([^"]+)"/, 'with --idempotency-key $1')
}
