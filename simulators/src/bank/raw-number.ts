declare global {
  interface JSON {
    rawJSON(text: string): Readonly<{ rawJSON: string }>
  }
}

/** Returns a JSON number that is written exactly as given, so that no amount passes through a float. */
export function rawNumber(text: string): Readonly<{ rawJSON: string }> {
  return JSON.rawJSON(text)
}
