import type { LaneOverview } from './lane-overview-store.ts'

/** As people write it and copy it: `test:Polygon:1`. */
export function formatLane({
  mode,
  network,
  number,
}: Pick<LaneOverview, 'mode' | 'network' | 'number'>): string {
  return `${mode}:${network}:${number}`
}
