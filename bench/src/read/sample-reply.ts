export type SampleReply = Readonly<{ headers: Readonly<Record<string, string>>; body: string }>

// Headers that Node creates for every reply, on both sides.
const BY_NODE = new Set(['date', 'connection', 'keep-alive', 'content-length'])

/** Returns the reply of a URL, so that another server can send the same. */
export async function sampleReply(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<SampleReply> {
  const response = await fetch(url, { headers })
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${body.slice(0, 300)}`)
  return { headers: Object.fromEntries([...response.headers].filter(([name]) => !BY_NODE.has(name))), body }
}

/** Compares the names and lengths of the headers, and the body. Only ids and counts may differ. */
export function isAlike(one: SampleReply, other: SampleReply): boolean {
  const shape = ({ headers, body }: SampleReply) => {
    const lengths = Object.entries(headers).map(([name, value]) => `${name} ${value.length}`)
    return [...lengths.toSorted((a, b) => a.localeCompare(b)), body].join('\n')
  }
  return shape(one) === shape(other)
}
