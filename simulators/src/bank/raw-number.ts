declare global {
  interface JSON {
    rawJSON(text: string): Readonly<{ rawJSON: string }>
  }
}

/** A JSON number that is written exactly as given, so that no amount passes through a float on its way out. */
export function rawNumber(text: string): Readonly<{ rawJSON: string }> {
  return JSON.rawJSON(text)
}
