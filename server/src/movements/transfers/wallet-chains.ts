import type { Chain, ChainKey } from './chain.ts'

/** Networks that may be asked whether a wallet can receive, by whoever sends nothing there. */
export type WalletChains = ReadonlyMap<ChainKey, Pick<Chain, 'preflight'>>
