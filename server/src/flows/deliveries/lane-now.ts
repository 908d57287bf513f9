import type { Chain, LaneReading, Terms } from '../../movements/transfers/chain.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'

/** A lane in one holder's hands, with what its chain shows in this moment. */
export type LaneNow = HeldLane & Readonly<{ chain: Chain; reading: LaneReading; terms: Terms }>
