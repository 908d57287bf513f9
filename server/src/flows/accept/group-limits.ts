/** Two groups at a time keep PostgreSQL busy while the next gathers; more only make the groups smaller. */
export const groupLimits = { slots: 2, most: 256, queue: 10_000 } as const
