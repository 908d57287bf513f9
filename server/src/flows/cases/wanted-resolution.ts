/** What an operator typed, before amounts and destinations that follow from the money are filled in. */
export type WantedResolution = Readonly<Record<string, unknown>>
