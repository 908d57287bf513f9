import { describeChain } from './chain.contract.ts'
import { raiseSolanaWorld, solanaWays } from './solana-world.ts'

describeChain('Solana', solanaWays, async () => raiseSolanaWorld())
