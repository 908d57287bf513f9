/** A timeline in the API's reply. */
export type ToldTimeline = Readonly<{
  transaction_id: string
  status: string
  holder: string
  steps: readonly ToldStep[]
}>

export type ToldStep = Readonly<{
  at: string
  event: string
  status: string
  sentence: string
  holder: string
  evidence: ReadonlyArray<Readonly<{ kind: string; id: string }>>
}>
