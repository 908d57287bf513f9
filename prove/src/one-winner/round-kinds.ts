export const roundKinds = ['one_business', 'many_businesses', 'thief'] as const
export type RoundKind = (typeof roundKinds)[number]
