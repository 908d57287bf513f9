import type { Mode } from '../../kernel/mode.ts'

/** Pages of others that show what happened on a network; null where there is none. We ask them nothing and believe nothing of them. */
export type Explorers = Readonly<{
  ofTransaction(mode: Mode, network: string, hash: string): string | null
  ofAddress(mode: Mode, network: string, address: string): string | null
}>
